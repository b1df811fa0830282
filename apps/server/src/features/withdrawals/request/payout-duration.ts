import { blockSeconds } from '@lode/contract';
import type { Queryable } from '../../../platform/db/database.ts';
import { type NetworkName, networkOf, type WithdrawCoin } from '../domain/coins.ts';
import { type MeasuredDuration, measurePayoutDuration } from './payout-duration.repository.ts';

const minuteMs = 60_000;
const hourSeconds = 3_600;

/** Seconds that a withdrawal takes. */
export interface PayoutDuration {
  /** From the request to the final confirmation. */
  total: number;
  /** From the signature to the final confirmation. */
  onChain: number;
}

export interface DurationPorts {
  /** Confirmations that make a payment final. */
  readonly needed: (network: NetworkName) => number;
  /** Within how many hours the staff reviews a withdrawal. */
  reviewHours: number;
}

/** How long withdrawals take now, by coin. */
export async function readPayoutDuration(
  db: Queryable,
  { needed, reviewHours }: DurationPorts,
): Promise<Record<WithdrawCoin, PayoutDuration>> {
  const measured = await measurePayoutDuration(db);
  const durationOf = (coin: WithdrawCoin) => {
    const network = networkOf[coin];
    return expectedDuration(measured[coin], { chainSeconds: needed(network) * blockSeconds[network], reviewHours });
  };
  return { BTC: durationOf('BTC'), USDT: durationOf('USDT') };
}

/**
 * The median of the newest fifty, and never less than the confirmations take on the public chain, so that a few quick ones do not
 * promise what no chain can keep. Until three were measured, what the house promises of its review, and the confirmations.
 */
export function expectedDuration(
  { total, onChain }: MeasuredDuration,
  { chainSeconds, reviewHours }: { chainSeconds: number; reviewHours: number },
): PayoutDuration {
  return {
    total: total === null ? reviewHours * hourSeconds + chainSeconds : Math.max(total, chainSeconds),
    onChain: Math.max(onChain ?? 0, chainSeconds),
  };
}

/** Rounded up to a whole minute: the screen shows it before the word 前. */
export function expectedAt(from: Date, seconds: number): string {
  return new Date(Math.ceil((from.getTime() + seconds * 1000) / minuteMs) * minuteMs).toISOString();
}
