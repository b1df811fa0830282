import { blockSeconds } from '@lode/contract';
import type { DbTx } from '../../../platform/db/database.ts';
import { networkOf, type WithdrawCoin } from '../domain/coins.ts';
import { measureTempo, type Tempo } from '../withdrawal.repository.ts';

const minuteMs = 60_000;

/**
 * How long a withdrawal takes, from measured ones: the middle of the newest fifty, and never less than its confirmations take on
 * the public chain. A few quick ones would else promise what no chain can keep.
 */
export async function readTempo(
  dbTx: DbTx,
  needed: (network: keyof typeof blockSeconds) => number,
): Promise<Record<WithdrawCoin, Tempo>> {
  const measured = await measureTempo(dbTx);
  const raised = (coin: WithdrawCoin): Tempo => {
    const network = networkOf[coin];
    const least = needed(network) * blockSeconds[network];
    const { whole, paying } = measured[coin];
    return {
      whole: whole === null ? null : Math.max(whole, least),
      paying: paying === null ? null : Math.max(paying, least),
    };
  };
  return { BTC: raised('BTC'), USDT: raised('USDT') };
}

/** As a whole minute that is not too early: people read 前 after it. */
export function expectedAt(from: Date, seconds: number | null): string | null {
  if (seconds === null) return null;
  return new Date(Math.ceil((from.getTime() + seconds * 1000) / minuteMs) * minuteMs).toISOString();
}
