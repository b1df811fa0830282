import type { BitcoinNode } from './bitcoin-node.ts';

/** Satoshi per 1,000 virtual bytes. */
export interface FeeLimits {
  floor: bigint;
  cap: bigint;
}

/** Blocks within which a payment should be confirmed. */
const targetBlocks = 6;

/** What the node expects to be needed, never below what it takes now nor the floor, and never above the cap. */
export async function currentFeeRate(node: BitcoinNode, { floor, cap }: FeeLimits): Promise<bigint> {
  const [estimate, minimum] = await Promise.all([node.estimatedRate(targetBlocks), node.mempoolMinimumRate()]);
  const wanted = [estimate ?? floor, minimum, floor].reduce((a, b) => (a > b ? a : b));
  return wanted > cap ? cap : wanted;
}
