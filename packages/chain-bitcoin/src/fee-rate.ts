import type { BitcoinNode } from './bitcoin-node.ts';

/** Satoshi per 1,000 virtual bytes. */
export interface FeeLimits {
  floor: bigint;
  cap: bigint;
}

/** Blocks within which a payment should be confirmed. */
const targetBlocks = 6;

/** The node's estimate, at least its mempool minimum and the floor, at most the cap. */
export async function currentFeeRate(node: BitcoinNode, { floor, cap }: FeeLimits): Promise<bigint> {
  const [estimate, minimum] = await Promise.all([node.estimatedRate(targetBlocks), node.mempoolMinimumRate()]);
  const wanted = [estimate ?? floor, minimum, floor].reduce((a, b) => (a > b ? a : b));
  return wanted > cap ? cap : wanted;
}
