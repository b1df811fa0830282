import type { ChainAdapter } from '@lode/chain';
import { type ColdAddresses, coldAddresses, type DerivedAddress } from '../../platform/chains/cold-addresses.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import {
  type ColdWallet,
  keepAddresses,
  readAddresses,
  readNextNumber,
  readWallets,
} from './cold-wallet.repository.ts';

export type NamedChain = Pick<ChainAdapter, 'network' | 'chain'>;

/** Deriving takes a millisecond for an address: each descriptor is read once. */
const known = new Map<string, ColdAddresses>();

export function derivedOf({ network, chain }: NamedChain, descriptor: string): ColdAddresses {
  const name = `${network} ${chain} ${descriptor}`;
  const found = known.get(name) ?? coldAddresses(network, chain, descriptor);
  known.set(name, found);
  return found;
}

/** Null for one that is none on this chain, such as after a restore: deposits are credited all the same, and custody differs. */
function recordedOf(chain: NamedChain, descriptor: string): ColdAddresses | null {
  try {
    return derivedOf(chain, descriptor);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Records the addresses that are to be watched next. Returns those that are in use elsewhere, such as a withdrawal's: they are tried
 * again each time, and the others are recorded all the same.
 */
export async function keepColdAddresses(db: Queryable, chain: NamedChain): Promise<string[]> {
  const refused: string[] = [];
  for (const wallet of await readWallets(db, chain.network)) {
    const derived = recordedOf(chain, wallet.descriptor);
    if (derived === null) continue;
    const count = derived.count(await readNextNumber(db, wallet));
    const stored = new Set(
      (await readAddresses(db, chain.network)).flatMap(({ walletId, number }) =>
        walletId === wallet.id ? [number] : [],
      ),
    );
    const numbers = Array.from({ length: count }, (_, number) => number).filter((number) => !stored.has(number));
    const lacking = numbers.map((number) => derived.at(number));
    if (await keepsAll(db, wallet, lacking)) continue;
    for (const one of lacking) if (!(await keepsAll(db, wallet, [one]))) refused.push(one.address);
  }
  return refused;
}

/** Outside a transaction: false when one of them is in use. */
async function keepsAll(db: Queryable, wallet: ColdWallet, derived: readonly DerivedAddress[]): Promise<boolean> {
  try {
    await keepAddresses(db, wallet, derived);
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '23514' || code === '23505') return false;
    throw error;
  }
}

/** The recorded addresses that their descriptors give: at any other one nothing is the house's. */
export async function readColdAddresses(database: Database, chain: NamedChain): Promise<DerivedAddress[]> {
  const wallets = await readWallets(database, chain.network);
  const rows = await readAddresses(database, chain.network);
  return rows.flatMap(({ walletId, number, key }) => {
    const wallet = wallets.find(({ id }) => id === walletId);
    const derived = wallet && recordedOf(chain, wallet.descriptor)?.at(number);
    return derived?.key === key ? [derived] : [];
  });
}
