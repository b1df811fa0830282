import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { NetworkName, WithdrawCoin } from '../domain/coins.ts';
import { treasuryPaymentKey } from '../domain/postings.ts';

/** Where the operator's own coins may go. */
export interface TreasuryDestination {
  id: bigint;
  name: string;
  network: NetworkName;
  address: string;
  addressKey: string;
  /** Not paid before. */
  inForceFrom: Date;
}

const columns = `id, name, network, address, address_key as "addressKey", in_force_from as "inForceFrom"`;

const list = query(
  'withdrawals.treasury-destinations',
  `select ${columns} from treasury_destination where removed_at is null order by name`,
).as<TreasuryDestination>();

export function readDestinations(db: Queryable): Promise<TreasuryDestination[]> {
  return many(db, list);
}

const find = query(
  'withdrawals.treasury-destination',
  `select ${columns} from treasury_destination where name = $1 and removed_at is null`,
).as<TreasuryDestination>();

/** Null for a name that is unknown or removed. */
export function findDestination(db: Queryable, name: string): Promise<TreasuryDestination | null> {
  return maybeOne(db, find, [name]);
}

const lock = lockingQuery(
  'withdrawals.lock-treasury-destinations',
  `select pg_advisory_xact_lock(hashtextextended('treasury_destination', 0))`,
);

/** Changes of the list wait for each other. */
export async function lockDestinations(dbTx: Transaction): Promise<void> {
  await execute(dbTx, lock);
}

const insert = query(
  'withdrawals.insert-treasury-destination',
  `insert into treasury_destination (name, network, address, address_key, added_at, added_by, approved_by, in_force_from)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
).as<{ id: bigint }>();

export async function insertDestination(
  db: Queryable,
  destination: Omit<TreasuryDestination, 'id'> & { addedAt: Date; addedBy: bigint; approvedBy: bigint },
): Promise<bigint> {
  const { name, network, address, addressKey, addedAt, addedBy, approvedBy, inForceFrom } = destination;
  return (await one(db, insert, [name, network, address, addressKey, addedAt, addedBy, approvedBy, inForceFrom])).id;
}

const remove = query(
  'withdrawals.remove-treasury-destination',
  'update treasury_destination set removed_at = $2, removed_by = $3 where name = $1 and removed_at is null returning id',
).as<{ id: bigint }>();

/** The id of the removed one; null where there is none of the name. */
export async function removeDestination(db: Queryable, name: string, at: Date, by: bigint): Promise<bigint | null> {
  return (await maybeOne(db, remove, [name, at, by]))?.id ?? null;
}

/** A payment to a destination that was requested under a key, whether the destination is still in the list or not. */
export interface EarlierPayment {
  id: bigint;
  coin: WithdrawCoin;
  amount: bigint;
  destination: string;
}

const earlier = query(
  'withdrawals.treasury-payment-of-key',
  `select withdrawal.id, withdrawal.coin, withdrawal.amount, destination.name as destination
   from ledger.transfer_key known
   join withdrawal using (transfer_id)
   join treasury_destination destination on destination.id = destination_id
   where known.key = $1`,
).as<EarlierPayment>();

export function findTreasuryPayment(db: Queryable, key: string): Promise<EarlierPayment | null> {
  return maybeOne(db, earlier, [treasuryPaymentKey(key)]);
}

const removed = query(
  'withdrawals.is-destination-removed',
  'select removed_at is not null as "isRemoved" from treasury_destination where id = $1',
).as<{ isRemoved: boolean }>();

export async function isDestinationRemoved(db: Queryable, id: bigint): Promise<boolean> {
  return (await one(db, removed, [id])).isRemoved;
}

const outside = query(
  'withdrawals.treasury-outside-wallets',
  'select coalesce(treasury_outside_wallets($1), 0) as amount',
).as<{ amount: bigint }>();

/** What was put into TREASURY by hand, less what was taken out: no wallet has coins for it. */
export async function readOutsideWallets(db: Queryable, coin: WithdrawCoin): Promise<bigint> {
  return (await one(db, outside, [coin])).amount;
}
