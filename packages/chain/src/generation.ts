import type { ChainAdapter } from './chain-adapter.ts';
import type { OwnAddress } from './shapes.ts';

/**
 * Generations of the signer's seed share one space of address numbers: those of generation g begin at g times this. So a number
 * names its key wherever it is stored, and the earlier generations keep theirs when the seed is rotated.
 */
export const numbersPerGeneration = 100_000_000;

export function generationOf(number: number): number {
  return Math.floor(number / numbersPerGeneration);
}

/** Number of an address of a generation by its BIP32 index. */
export function numberIn(generation: number, index: number): number {
  return generation * numbersPerGeneration + index;
}

/** Takes the key of a number from the keys of all generations. Throws for a generation that is not there. */
export function keyAt<Key>(generations: readonly Key[], number: number): { key: Key; index: number } {
  const key = Number.isInteger(number) && number >= 0 ? generations[generationOf(number)] : undefined;
  if (key === undefined) throw new RangeError(`no address has the index ${number}`);
  return { key, index: number % numbersPerGeneration };
}

type Current = Pick<ChainAdapter, 'ownAddress' | 'generation'>;

/** The house's first address of the current generation: it receives change, sweeps and the operator's coins, and pays on chains with accounts. */
export function hotAddress(chain: Current): OwnAddress {
  return chain.ownAddress('house', numberIn(chain.generation ?? 0, 0));
}

/** The same of each earlier generation, the oldest first. */
export function earlierHotAddresses(chain: Current): OwnAddress[] {
  return Array.from({ length: chain.generation ?? 0 }, (_, generation) =>
    chain.ownAddress('house', numberIn(generation, 0)),
  );
}
