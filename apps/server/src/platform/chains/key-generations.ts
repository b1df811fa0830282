import type { ChainAdapter, Unsigned } from '@lode/chain';
import { earlierHotAddresses, hotAddress } from '@lode/chain';
import { many, one, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';
import { readAccountNonce } from './stored-unsigned.ts';

/** Generations of the signer's seed after the first, as two people began them, and the highest that has an address. */
export interface KnownGenerations {
  /** Their public keys, in their order. */
  begun: string[][];
  used: number;
}

const begun = query(
  'chains.key-generations',
  'select public_keys as "publicKeys" from key_generation order by generation',
).as<{ publicKeys: string[] }>();
const used = query(
  'chains.used-generation',
  'select coalesce(max(generation), 0)::int as generation from house_address',
).as<{ generation: number }>();

export async function readGenerations(db: Queryable): Promise<KnownGenerations> {
  const rows = await many(db, begun);
  return { begun: rows.map(({ publicKeys }) => publicKeys), used: (await one(db, used)).generation };
}

/** Number of the hot wallet that pays, on a chain with accounts: of an earlier generation where the payment was built before the rotation. */
export function payingNumber(chain: ChainAdapter, { outpoints }: Pick<Unsigned, 'outpoints'>): number {
  const { addressKey } = readAccountNonce(outpoints[0]);
  const payer = [hotAddress(chain), ...earlierHotAddresses(chain)].find(({ key }) => key === addressKey);
  if (!payer) throw new Error(`0x${addressKey} is none of our hot wallets`);
  return payer.index;
}
