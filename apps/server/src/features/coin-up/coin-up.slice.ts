import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { checkFund } from './check-fund.ts';
import { checkOrders } from './check-orders.ts';
import { checkPositions } from './check-positions.ts';
import { coinUpCommands } from './coin-up.commands.ts';
import { type CoinUpRoutePorts, coinUpRoutes } from './coin-up.routes.ts';
import { coinUpConsole } from './console/coin-up.console.ts';
import type { RateVersions } from './console/rates.ts';
import { savingsDetail, savingsRecords } from './customer-reads.ts';
import { readOwedInterest } from './interest-days.store.ts';
import { type FundPayment, payFundIn } from './pay-fund-in.ts';
import { offeredTerms } from './product-terms.ts';
import { redeem } from './redeem.ts';
import { redeemInterest } from './redeem-interest.ts';
import { coinUpRun } from './run/coin-up-run.ts';
import type { TransitPorts } from './run/move-transit.ts';
import { payFunded } from './run/pay-interest.ts';
import { defaultPositionsPerBatch } from './run/plan-ranges.ts';
import { safetyReader } from './safety.ts';
import { readYesterdayIncome } from './savings.store.ts';
import type { RatePorts } from './set-rate.ts';
import { type Subscription, subscribe } from './subscribe.ts';

export interface CoinUpDeps extends CoinUpRoutePorts, TransitPorts, RatePorts, RateVersions, StaffPorts, ProposalPorts {
  database: Database;
  staffReads: Queryable;
  log: EventLog;
  /** Batches that one process pays at once. */
  concurrency?: number;
  /** About how much work one transaction does. */
  positionsPerBatch?: number;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

export function coinUpSlice({
  concurrency = 2,
  positionsPerBatch = defaultPositionsPerBatch,
  failpoint = () => undefined,
  ...given
}: CoinUpDeps) {
  const deps = { ...given, concurrency, positionsPerBatch, failpoint };
  const { database } = deps;
  return {
    handlers: coinUpRoutes(database, deps),
    consoleHandlers: coinUpConsole(deps),
    /** What the customer's own client reads. */
    savingsDetail: (db: Queryable, asked: Parameters<typeof savingsDetail>[2]) => savingsDetail(db, deps, asked),
    savingsRecords,
    /** For the home page: what is offered, and what the latest closed day brought. */
    async card(db: Queryable, customerId: bigint, now: Date) {
      const { isEnableFunction, BTC, USDT } = await offeredTerms(db, deps, now);
      const { btc, usdt } = await readYesterdayIncome(db, customerId);
      return { isEnableFunction, btcApy: BTC.apy, usdtApy: USDT.apy, yesterdayIncome: { BTC: btc, USDT: usdt } };
    },
    /** For the day close. */
    run: coinUpRun(deps),
    /** The use cases without HTTP, in the caller's transaction. */
    subscribe: (dbTx: Transaction, input: Subscription) => subscribe(dbTx, deps, input),
    redeem,
    redeemInterest: (dbTx: Transaction, input: Parameters<typeof redeemInterest>[2]) =>
      redeemInterest(dbTx, deps, input),
    readOwedInterest,
    /** Principal, fund and cover by coin, as customers read them: at most a minute old. */
    readSafety: safetyReader(deps),
    payFundIn: (payment: FundPayment) => payFundIn(deps, payment),
    opsCommands: coinUpCommands(deps),
    /** What was funded and not paid because a process ended. */
    ticks: [(now: Date) => payFunded(deps, now)],
    bookChecks: [checkPositions, checkFund],
    replays: [checkOrders],
  };
}
