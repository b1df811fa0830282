import type { Network, OwnAddress } from '@lode/chain';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface GivenAddress {
  number: number;
  address: string;
  key: string;
}

const ofCustomer = query(
  'deposits.address-of-customer',
  `select number, address, key from deposit_address where network = $1 and customer_id = $2 and number >= $3
   order by number desc limit 1`,
).as<GivenAddress>();

/** Of the current generation of the seed, whose numbers begin at `first`. Earlier ones go on being watched. */
export function findAddress(
  db: Queryable,
  network: Network,
  { customerId, first }: { customerId: bigint; first: number },
): Promise<GivenAddress | null> {
  return maybeOne(db, ofCustomer, [network, customerId, first]);
}

const takeTurn = lockingQuery(
  'deposits.address-turn',
  `select pg_advisory_xact_lock(hashtext('deposit-address'), hashtext($1))`,
);
/** `$1` network, `$2` the first number of the seed's generation. */
const nextOf = `select greatest(
     (select coalesce(max(number) + 1, 0) from deposit_address where network = $1),
     (select max(number) from deposit_address_floor where network = $1), $2::int) as number`;
const next = query('deposits.next-address', nextOf).as<{ number: number }>();

/** The number that is free, until the transaction ends: numbers are given out, and become visible, one after the other. */
export async function nextNumber(dbTx: Transaction, network: Network, first = 0): Promise<number> {
  await execute(dbTx, takeTurn, [network]);
  return (await one(dbTx, next, [network, first])).number;
}

const raise = query(
  'deposits.raise-floor',
  'insert into deposit_address_floor (network, number, set_at) values ($1, $2, $3)',
);

/** Numbers below this one are not given out any more. */
export async function raiseFloor(db: Queryable, network: Network, number: number, now: Date): Promise<void> {
  await execute(db, raise, [network, number, now]);
}

const insert = query(
  'deposits.insert-address',
  `insert into deposit_address (network, number, customer_id, address, key, given_at) values ($1, $2, $3, $4, $5, $6)`,
);

export async function insertAddress(
  db: Queryable,
  network: Network,
  customerId: bigint,
  { index, address, key }: OwnAddress,
  now: Date,
): Promise<void> {
  await execute(db, insert, [network, index, customerId, address, key, now]);
}

const from = query(
  'deposits.addresses-from',
  'select number, address, key from deposit_address where network = $1 and number >= $2 order by number limit $3',
).as<GivenAddress>();

/** Addresses by their number, `limit` at most. */
export function readAddresses(db: Queryable, network: Network, first: number, limit: number): Promise<GivenAddress[]> {
  return many(db, from, [network, first, limit]);
}

const ofKeys = query(
  'deposits.addresses-of-keys',
  'select number, address, key from deposit_address where network = $1 and key = any($2)',
).as<GivenAddress>();

export function readAddressesOf(db: Queryable, network: Network, keys: readonly string[]): Promise<GivenAddress[]> {
  return many(db, ofKeys, [network, keys]);
}

const nextDerived = query(
  'deposits.next-derived',
  `select coming.number as next, greatest(coming.number,
     (select max(number) + 1 from derived_address where network = $1 and number < ($2::int / 100000000 + 1) * 100000000)) as "from"
   from (${nextOf}) coming`,
).as<{ next: number; from: number }>();

/** The number that is given out next, and the first from there on whose address is not derived. `first`: of the seed's generation. */
export function readNextDerived(
  db: Queryable,
  network: Network,
  first: number,
): Promise<{ next: number; from: number }> {
  return one(db, nextDerived, [network, first]);
}

const derive = query(
  'deposits.keep-derived',
  `insert into derived_address (network, number, address, key)
   select $1, number, address, key from unnest($2::int[], $3::text[], $4::text[]) as own (number, address, key)
   on conflict do nothing`,
);

export async function keepDerived(db: Queryable, network: Network, own: readonly OwnAddress[]): Promise<void> {
  const columns = [own.map(({ index }) => index), own.map(({ address }) => address), own.map(({ key }) => key)];
  await execute(db, derive, [network, ...columns]);
}
