import type { FeeRate } from '@lode/chain';
import type { EvmNode } from './node.ts';

export type GasRate = Extract<FeeRate, { unit: 'WEI_PER_GAS' }>;

/** Bounds in wei per gas. The cap holds for the whole of `maxFee`, tip included. */
export interface FeeBounds {
  floor: bigint;
  cap: bigint;
}

const gwei = 10n ** 9n;

/** Miners expect some tip; a larger one is never needed. */
const smallestTip = gwei / 10n;
const largestTip = 5n * gwei;

/**
 * A rate that the next blocks take: the median of the tips lately paid, and twice the next base fee, which lasts for six
 * full blocks in a row (each raises it by an eighth at most: 1.125^6 = 2.03).
 */
export async function feeRateNow(node: EvmNode, bounds: FeeBounds): Promise<GasRate> {
  const { nextBaseFee, tips } = await node.feeHistory();
  return feeRateOf(nextBaseFee, tips, bounds);
}

export function feeRateOf(nextBaseFee: bigint, tips: readonly bigint[], { floor, cap }: FeeBounds): GasRate {
  const sorted = [...tips].sort((one, other) => (one < other ? -1 : Number(one > other)));
  const tip = clamp(sorted[Math.floor(sorted.length / 2)] ?? smallestTip, smallestTip, largestTip);
  const maxFee = clamp(nextBaseFee * 2n + tip, floor, cap);
  return { unit: 'WEI_PER_GAS', maxFee, maxPriorityFee: tip < maxFee ? tip : maxFee };
}

/**
 * The rate that replaces another one, or null when the wanted one is not above it or the cap forbids it. Nodes take a
 * replacement only when both its numbers are a tenth higher; an eighth is what every one of them takes.
 */
export function replacementRate(previous: GasRate, wanted: GasRate, { cap }: FeeBounds): GasRate | null {
  if (wanted.maxFee <= previous.maxFee) return null;
  const maxFee = larger(wanted.maxFee, raised(previous.maxFee));
  const maxPriorityFee = larger(wanted.maxPriorityFee, raised(previous.maxPriorityFee));
  if (maxFee > cap || maxPriorityFee > maxFee) return null;
  return { unit: 'WEI_PER_GAS', maxFee, maxPriorityFee };
}

function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function clamp(value: bigint, smallest: bigint, largest: bigint): bigint {
  const atLeast = larger(value, smallest);
  return atLeast < largest ? atLeast : largest;
}
