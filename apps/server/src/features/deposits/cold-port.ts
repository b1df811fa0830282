import type { ChainAdapter, ScannedBlock } from '@lode/chain';
import type { Database, Queryable } from '../../platform/db/database.ts';

type NamedChain = Pick<ChainAdapter, 'network' | 'chain'>;

/** The cold storage slice: addresses whose keys no machine here has, and whose coins are custody all the same. */
export interface ColdPort {
  /** Records the addresses that are to be watched next. Returns those that are in use elsewhere. */
  readonly keepColdAddresses: (db: Queryable, chain: NamedChain) => Promise<string[]>;
  /** All of them, derived. */
  readonly readColdAddresses: (
    db: Database,
    chain: NamedChain,
  ) => Promise<{ number: number; address: string; key: string }[]>;
}

/**
 * Without tokens that came from a cold address, which are the house's already wherever they went, and without ether at a cold address:
 * its holders pay their own gas.
 */
export function withoutColdMoves(blocks: readonly ScannedBlock[], cold: ReadonlySet<string>): ScannedBlock[] {
  return blocks.map((block) => ({
    ...block,
    payments: block.payments.filter(
      ({ coin, key, from }) => !(from !== undefined && cold.has(from)) && !(coin === 'ETH' && cold.has(key)),
    ),
  }));
}
