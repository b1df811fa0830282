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
const next = query(
  'deposits.next-address',
  `select greatest(
     (select coalesce(max(number) + 1, 0) from deposit_address where network = $1),
     (select max(number) from deposit_address_floor where network = $1), $2::int) as number`,
).as<{ number: number }>();

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
