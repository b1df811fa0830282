import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const insert = query(
  'key-rotation.begin',
  'insert into key_generation (generation, public_keys, begun_at, added_by, approved_by) values ($1, $2, $3, $4, $5)',
);

interface Begun {
  generation: number;
  publicKeys: readonly string[];
  begunAt: Date;
  addedBy: bigint;
  approvedBy: bigint;
}

/** Throws (23505, 23514) unless it is the next generation. */
export async function insertGeneration(dbTx: Transaction, one: Begun): Promise<void> {
  await execute(dbTx, insert, [one.generation, one.publicKeys, one.begunAt, one.addedBy, one.approvedBy]);
}

const retire = query(
  'key-rotation.retire',
  'insert into key_retirement (generation, retired_at, retired_by, approved_by) values ($1, $2, $3, $4)',
);

export async function insertRetirement(
  dbTx: Transaction,
  { generation, at, by, approvedBy }: { generation: number; at: Date; by: bigint; approvedBy: bigint },
): Promise<void> {
  await execute(dbTx, retire, [generation, at, by, approvedBy]);
}

const retired = query('key-rotation.retired', 'select generation from key_retirement order by generation').as<{
  generation: number;
}>();

export async function readRetired(db: Queryable): Promise<number[]> {
  return (await many(db, retired)).map(({ generation }) => generation);
}

const addresses = query(
  'key-rotation.addresses',
  `select 'house' as branch, number, address, key, generation from house_address where network = $1 and number < $2
   union all
   select 'customer', number, address, key, generation from deposit_address where network = $1 and number < $2
   order by 1, 2`,
).as<EarlierAddress>();

export interface EarlierAddress {
  branch: 'customer' | 'house';
  number: number;
  address: string;
  key: string;
  generation: number;
}

/** Addresses whose numbers are below `below`. */
export function readAddresses(db: Queryable, network: string, below: number): Promise<EarlierAddress[]> {
  return many(db, addresses, [network, below]);
}

const pending = query(
  'key-rotation.pending',
  `select ((select count(*) from cold_transfer where kind = 'ROTATION' and ended_at is null)
     + (select count(*) from sweep where kind in ('ROTATE_USDT', 'ROTATE_ETH') and ended_at is null))::int as moves,
     (select count(*) from deposit where status = 'CONFIRMING' and address_number < $1)::int as deposits,
     (select count(*) from cold_transfer t join cold_payment p on p.transfer_id = t.id
       where t.kind = 'REFILL' and t.ended_at is null and t.cancelled_at is null and p.hot_number < $1)::int as refills`,
).as<Pending>();

/** Moves that are not final; deposits at earlier addresses that are not credited yet; refills that pay an earlier hot wallet. */
export interface Pending {
  moves: number;
  deposits: number;
  refills: number;
}

export function countPending(db: Queryable, below: number): Promise<Pending> {
  return one(db, pending, [below]);
}

const waiting = query(
  'key-rotation.waiting-outputs',
  'select count(*)::int as outputs, coalesce(sum(amount), 0)::bigint as amount from spendable_output where number >= $1 and number < $2',
).as<{ outputs: number; amount: bigint }>();

/** Bitcoin at addresses of these numbers that no move spends: too small for its fee, or the next round begins one. */
export function readWaiting(db: Queryable, from: number, below: number): Promise<{ outputs: number; amount: bigint }> {
  return one(db, waiting, [from, below]);
}

const small = query(
  'key-rotation.small-deposits',
  `select customer_id as "customerId", coin, sum(amount)::bigint as amount, count(*)::int as deposits, count(*) over ()::int as customers
   from deposit where status = 'BELOW_MINIMUM' and address_number >= $1 and address_number < $2
   group by customer_id, coin order by sum(amount) desc, customer_id limit $3`,
).as<SmallDeposits>();

export interface SmallDeposits {
  customerId: bigint;
  coin: 'BTC' | 'USDT';
  amount: bigint;
  deposits: number;
  /** Of all that have some, a customer with both coins twice. */
  customers: number;
}

/** Whose deposits at addresses of these numbers are below the minimum: no move spends what is not credited. The largest first. */
export function readSmallDeposits(
  db: Queryable,
  { from, below, most }: { from: number; below: number; most: number },
): Promise<SmallDeposits[]> {
  return many(db, small, [from, below, most]);
}

const kept = query(
  'key-rotation.kept-outputs',
  `select s.withdrawal_id as id, sum(o.amount)::bigint as amount, sum(sum(o.amount)) over ()::bigint as "amountOfAll"
   from own_output o join outpoint_reservation s on s.network = 'BITCOIN' and s.outpoint = o.txid || ':' || o.index
   where o.number >= $1 and o.number < $2 and s.withdrawal_id is not null
     and not exists (select from withdrawal_payment p where p.withdrawal_id = s.withdrawal_id and p.final_at is not null)
   group by 1 order by 2 desc, 1 limit 20`,
).as<Kept>();

/** What one payment that is not final keeps for itself. */
export interface Kept {
  id: bigint;
  amount: bigint;
  /** With those of payments that are not listed. */
  amountOfAll: bigint;
}

/** Bitcoin there that payments which are not final keep for themselves, the twenty largest first. */
export function readKept(db: Queryable, from: number, below: number): Promise<Kept[]> {
  return many(db, kept, [from, below]);
}
