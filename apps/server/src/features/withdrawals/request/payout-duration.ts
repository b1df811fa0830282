import { blockSeconds } from '@lode/contract';
import type { Queryable } from '../../../platform/db/database.ts';
import { networkOf, type WithdrawCoin } from '../domain/coins.ts';
import { measurePayoutDuration, type PayoutDuration } from './payout-duration.repository.ts';

const minuteMs = 60_000;

/**
 * How long a withdrawal takes: the median of the newest fifty, and never less than its confirmations take on the public chain, so
 * that a few quick ones do not promise what no chain can keep.
 */
export async function readPayoutDuration(
  db: Queryable,
  needed: (network: keyof typeof blockSeconds) => number,
): Promise<Record<WithdrawCoin, PayoutDuration>> {
  const measured = await measurePayoutDuration(db);
  const durationOf = (coin: WithdrawCoin): PayoutDuration => {
    const network = networkOf[coin];
    const least = needed(network) * blockSeconds[network];
    const { total, onChain } = measured[coin];
    return {
      total: total === null ? null : Math.max(total, least),
      onChain: onChain === null ? null : Math.max(onChain, least),
    };
  };
  return { BTC: durationOf('BTC'), USDT: durationOf('USDT') };
}

/** Rounded up to a whole minute: the screen shows it before the word 前. */
export function expectedAt(from: Date, seconds: number | null): string | null {
  if (seconds === null) return null;
  return new Date(Math.ceil((from.getTime() + seconds * 1000) / minuteMs) * minuteMs).toISOString();
}
