import { type ChainAdapter, type Network, numberIn } from '@lode/chain';
import type { Database } from '../../platform/db/database.ts';
import {
  findAddress,
  type GivenAddress,
  insertAddress,
  keepDerived,
  nextNumber,
  readNextDerived,
} from './address.store.ts';
import { isDerived, validateExtendedKey } from './own-keys.ts';

/**
 * The customer's own address on a network, given out when it is first asked for and then the same until the seed is rotated: what
 * comes to the earlier one afterwards is credited too. Null while the worker has derived none for it.
 */
export async function depositAddress(
  database: Database,
  chain: ChainAdapter,
  { network, customerId, now }: { network: Network; customerId: bigint; now: Date },
): Promise<string | null> {
  const first = numberIn(chain.generation ?? 0, 0);
  const known = await findAddress(database, network, { customerId, first });
  if (known) return derived(chain, known);
  const flaw = await validateExtendedKey(database, chain);
  if (flaw) throw new Error(`no address is given out: ${flaw}`);
  const give = database.transaction(async (dbTx) => {
    const number = await nextNumber(dbTx, network, first);
    // A concurrent request of the same customer may have been first.
    const meanwhile = await findAddress(dbTx, network, { customerId, first });
    if (meanwhile) return derived(chain, meanwhile);
    const own = chain.ownAddress('customer', number);
    await insertAddress(dbTx, network, customerId, own, now);
    return own.address;
  });
  return give.catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === 'deposit_address_was_derived') return null;
    throw error;
  });
}

/** An address that was altered in the database is not shown: coins that are sent there would belong to its key. */
function derived(chain: ChainAdapter, given: GivenAddress): string {
  if (isDerived(chain, 'customer', given)) return given.address;
  throw new Error(`the ${chain.network} address ${given.number} is not that of the extended public key`);
}

/** So many addresses are derived before they are asked for. */
const derivedAhead = 200;

/** For the worker, at each look: the addresses of the next customers, without which a customers' process gives out none. */
export async function deriveAddresses(database: Database, chain: ChainAdapter): Promise<void> {
  const { next, from } = await readNextDerived(database, chain.network, numberIn(chain.generation ?? 0, 0));
  const missing = next + derivedAhead - from;
  if (missing <= 0) return;
  const own = Array.from({ length: missing }, (_, n) => chain.ownAddress('customer', from + n));
  await keepDerived(database, chain.network, own);
}
