import { inOrder } from '../../../platform/db/asked-rows.ts';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { NetworkName } from '../domain/coins.ts';

export interface BookEntry {
  id: bigint;
  network: NetworkName;
  addressKey: string;
  label: string;
  addedAt: Date;
}

const columns = 'id, network, address_key as "addressKey", label, added_at as "addedAt"';

export const mostAddresses = 50;

const list = query(
  'withdrawals.addresses',
  `select ${columns} from withdrawal_address where customer_id = $1 order by id desc limit ${mostAddresses}`,
).as<BookEntry>();

export function readAddresses(db: Queryable, customerId: bigint): Promise<BookEntry[]> {
  return many(db, list, [customerId]);
}

const since = query(
  'withdrawals.addresses-since',
  `select place::int as place, added_at as "addedAt"
   from unnest((select $1::bigint[]), (select $2::text[]), (select $3::text[])) with ordinality asked (customer, network, key, place)
   left join withdrawal_address on customer_id = customer and withdrawal_address.network = asked.network and address_key = key`,
).as<{ place: number; addedAt: Date | null }>();

/** A customer's address, by its key. */
export interface KnownAddress {
  customerId: bigint;
  network: NetworkName;
  addressKey: string;
}

/** When each address was added; null for one outside the book. */
export async function allKnownSince(db: Queryable, addresses: readonly KnownAddress[]): Promise<(Date | null)[]> {
  const rows = await many(db, since, [
    addresses.map(({ customerId }) => customerId),
    addresses.map(({ network }) => network),
    addresses.map(({ addressKey }) => addressKey),
  ]);
  return inOrder(addresses.length, rows).map(({ addedAt }) => addedAt);
}

export async function knownSince(
  db: Queryable,
  customerId: bigint,
  network: NetworkName,
  addressKey: string,
): Promise<Date | null> {
  const [addedAt] = await allKnownSince(db, [{ customerId, network, addressKey }]);
  return addedAt ?? null;
}

const lockBook = lockingQuery(
  'withdrawals.lock-book',
  `select pg_advisory_xact_lock(hashtextextended('withdrawal_address', $1))`,
);
const add = query(
  'withdrawals.add-address',
  `with added as (
     insert into withdrawal_address (customer_id, network, address, address_key, label, added_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (customer_id, network, address_key) do nothing returning ${columns})
   select * from added union all
   select ${columns} from withdrawal_address where customer_id = $1 and network = $2 and address_key = $4`,
).as<BookEntry>();

/** An entry of the same key stays as it is. Null when the book is full. */
export async function addAddress(
  dbTx: Transaction,
  customerId: bigint,
  entry: Omit<BookEntry, 'id'> & { address: string },
): Promise<BookEntry | null> {
  const { network, address, addressKey, label, addedAt } = entry;
  await execute(dbTx, lockBook, [customerId]);
  const book = await readAddresses(dbTx, customerId);
  const isKnown = (await knownSince(dbTx, customerId, network, addressKey)) !== null;
  if (!isKnown && book.length >= mostAddresses) return null;
  return one(dbTx, add, [customerId, network, address, addressKey, label, addedAt]);
}

const remove = query(
  'withdrawals.remove-address',
  `delete from withdrawal_address where customer_id = $1 and id = $2 returning network, address_key as "addressKey"`,
).as<Pick<BookEntry, 'network' | 'addressKey'>>();

/** What was removed; null when the customer has no such entry. */
export function removeAddress(
  db: Queryable,
  customerId: bigint,
  id: bigint,
): Promise<Pick<BookEntry, 'network' | 'addressKey'> | null> {
  return maybeOne(db, remove, [customerId, id]);
}
