import { fppsOutput } from '@lode/mining';
import { formatDecimal } from '@lode/money';
import type { MiningRow, NetworkToday } from './mining.store.ts';

export interface TodayEstimate {
  /** Satoshi that today's work is worth so far. */
  amount: bigint;
  /** Growth per second of the machines at work, in 10^-18 BTC. */
  perSecond: bigint;
}

/** The formula rounds to 8 decimals; over 10^10 seconds those are the 18 decimals of one second. */
const secondsForEighteenDecimals = 10_000_000_000;

/**
 * Today so far at the difficulty and fees of the newest network day. The formula is linear in hashrate · seconds, so all
 * machines with one pool fee count as one. Nothing is booked by this: the close of the day computes anew.
 */
export function todayEstimate(work: MiningRow['work'], network: NetworkToday | null): TodayEstimate {
  const nothing = { amount: 0n, perSecond: 0n };
  if (!network) return nothing;
  return work.reduce((sum, { poolFeeRate, hashrateSeconds, hashrate }) => {
    const mined = (rate: string, seconds: number) =>
      fppsOutput({
        hashrate: rate,
        epochs: [{ difficulty: network.difficulty, seconds }],
        blocks: network.blocks,
        subsidySum: formatDecimal(BigInt(network.subsidySum), 8),
        feeSum: formatDecimal(BigInt(network.feeSum), 8),
        poolFeeRate,
      }).net;
    return {
      amount: sum.amount + mined(hashrateSeconds, 1),
      perSecond: sum.perSecond + mined(hashrate, secondsForEighteenDecimals),
    };
  }, nothing);
}
