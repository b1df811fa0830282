import type { Data, Input } from '@lode/contract';
import { formatAmount, parseAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { badInput, type Refusal } from '../../../platform/http/refusal.ts';
import type { Spendable } from '../../../platform/spendable.ts';
import { type NetworkName, networkOf } from '../domain/coins.ts';
import { withdrawLimitsAt } from '../domain/limits.ts';
import { takenOfDays } from '../withdrawal.repository.ts';
import { type DurationPorts, expectedAt, readPayoutDuration } from './payout-duration.ts';
import type { SubmitPorts } from './submit.ts';

export interface QuotePorts extends SubmitPorts, DurationPorts {
  database: Database;
  /** Whether a network is the public one, which has block explorers. */
  readonly isPublic: (network: NetworkName) => boolean;
}

/** URL prefixes of a public chain's explorer; the txid follows. */
const explorers: Record<NetworkName, string> = {
  BITCOIN: 'https://mempool.space/tx/',
  ERC20: 'https://etherscan.io/tx/',
};

/** `GET withdraw/terms`: what the form shows before anything is typed. Locks nothing; `submit` checks again. */
export async function withdrawalQuote(
  ports: QuotePorts,
  { session: { customerId }, now }: RequestContext,
  { coin, network }: Input<'withdrawTerms'>,
): Promise<Data<'withdrawTerms'> | Refusal> {
  if (networkOf[coin] !== network) return badInput('network');
  const { database } = ports;
  const [spendable] = await ports.readSpendables(database, [{ customerId, coin, now }]);
  const { available, reserved } = spendable as Spendable;
  const { min, max, perDay, fee } = (await withdrawLimitsAt(database, ports, now))[coin];
  const [taken = 0n] = await takenOfDays(database, [{ customerId, coin, date: businessDate(now) }]);
  const left = parseAmount(perDay, coin) - taken;
  const { total } = (await readPayoutDuration(database, ports))[coin];
  return {
    offered: await ports.isOffered(network),
    available: formatAmount(available, coin),
    reserved: formatAmount(reserved, coin),
    min,
    max,
    dailyLimit: perDay,
    leftToday: formatAmount(left > 0n ? left : 0n, coin),
    fee,
    holdHours: ports.holdHours,
    now: now.toISOString(),
    eta: expectedAt(now, total),
    explorer: ports.isPublic(network) ? explorers[network] : null,
  };
}
