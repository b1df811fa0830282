import { type ChainAdapter, type ChainSum, numberIn, numbersPerGeneration } from '@lode/chain';
import type { Queryable } from '../../platform/db/database.ts';
import { type EarlierAddress, readAddresses } from './key-rotation.repository.ts';

export interface Left {
  coin: ChainSum['coin'];
  atomic: bigint;
  decimals: number;
  /** Addresses that are watched. */
  addresses: number;
}

/**
 * What the node has at addresses of earlier generations of the seed, or of one of them. Ether is counted at the hot wallets: what a sweep has
 * left of its gas at a deposit address is worth less than its move.
 */
export async function leftAtEarlierKeys(
  db: Queryable,
  chain: ChainAdapter,
  generation: number | null = null,
): Promise<Left[]> {
  const all = await readAddresses(db, chain.network, numberIn(chain.generation ?? 0, 0));
  const found = all.filter((one) => generation === null || one.generation === generation);
  const sums = await sumsOf(chain, found);
  if (chain.network === 'BITCOIN') return sums.map((sum) => ({ ...sum, addresses: found.length }));
  const hot = found.filter(({ branch, number }) => branch === 'house' && number % numbersPerGeneration === 0);
  const ether = await sumsOf(chain, hot);
  return sums.map((sum) => {
    const isEther = sum.coin === 'ETH';
    const atomic = isEther ? (ether.find(({ coin }) => coin === 'ETH')?.atomic ?? 0n) : sum.atomic;
    return { ...sum, atomic, addresses: isEther ? hot.length : found.length };
  });
}

function sumsOf(chain: ChainAdapter, addresses: readonly EarlierAddress[]): Promise<ChainSum[]> {
  return chain.holdings(addresses.map(({ number, ...one }) => ({ ...one, index: number })));
}
