import type { Database, DbTx } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { checkPositions } from './check-positions.ts';
import { coinUpCommands } from './coin-up.commands.ts';
import { type CoinUpRoutePorts, coinUpRoutes } from './coin-up.routes.ts';
import { type FundPayment, payFundIn } from './pay-fund-in.ts';
import { redeem } from './redeem.ts';
import { redeemInterest } from './redeem-interest.ts';
import { coinUpRun } from './run/coin-up-run.ts';
import { payFunded } from './run/pay-interest.ts';
import { defaultPositionsPerBatch } from './run/plan-ranges.ts';
import { readYesterdayIncome } from './savings.store.ts';
import type { RatePorts } from './set-rate.ts';
import { type Subscription, subscribe } from './subscribe.ts';
import { offeredTerms } from './terms.ts';

export interface CoinUpDeps extends CoinUpRoutePorts, RatePorts, StaffPorts {
  database: Database;
  log: EventLog;
  /** Batches that one process pays at once. */
  lanes?: number;
  /** About how much work one transaction does. */
  positionsPerBatch?: number;
  /** Named places at which a test ends the process. */
  reach?(point: string): void;
}

export function coinUpSlice({
  lanes = 2,
  positionsPerBatch = defaultPositionsPerBatch,
  reach = () => undefined,
  ...given
}: CoinUpDeps) {
  const deps = { ...given, lanes, positionsPerBatch, reach };
  const { database } = deps;
  return {
    handlers: coinUpRoutes(database, deps),
    /** For the home page: what is offered, and what the latest closed day brought. */
    async card(dbTx: DbTx, customerId: bigint, now: Date) {
      const { isEnableFunction, BTC, USDT } = await offeredTerms(dbTx, deps, now);
      const { btc, usdt } = await readYesterdayIncome(dbTx, customerId);
      return { isEnableFunction, btcApy: BTC.apy, usdtApy: USDT.apy, yesterdayIncome: { BTC: btc, USDT: usdt } };
    },
    /** For whoever closes days. */
    run: coinUpRun(deps),
    /** The use cases without HTTP, in the caller's transaction. */
    subscribe: (dbTx: DbTx, wish: Subscription) => subscribe(dbTx, deps, wish),
    redeem,
    redeemInterest: (dbTx: DbTx, wish: Parameters<typeof redeemInterest>[2]) => redeemInterest(dbTx, deps, wish),
    payFundIn: (payment: FundPayment) => payFundIn(deps, payment),
    opsCommands: coinUpCommands(deps),
    /** What was funded and not paid because a process ended. */
    ticks: [(now: Date) => payFunded(deps, now)],
    bookChecks: [checkPositions],
  };
}
