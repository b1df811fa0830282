import type { Network } from '@lode/chain';
import { execute, many, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { isLarge, isReady } from './deposit-conditions.ts';
import type { DepositCoin, DepositStatus } from './deposit-state.ts';

/** What crediting, and taking a credit back, need to know. */
export interface DepositRow {
  id: bigint;
  customerId: bigint;
  coin: DepositCoin;
  amount: bigint;
  status: DepositStatus;
  transferId: bigint | null;
  removals: number;
}

const columns = `id, customer_id as "customerId", coin, amount, status, transfer_id as "transferId", removals`;

const orphan = query(
  'deposits.orphan',
  `update deposit set status = 'ORPHANED', height = null, block_hash = null
   where network = $1 and block_hash = any($2) returning ${columns}`,
).as<DepositRow>();

/** The deposits of blocks that are no longer. */
export function orphanDeposits(db: Queryable, network: Network, blockHashes: readonly string[]): Promise<DepositRow[]> {
  return many(db, orphan, [network, blockHashes]);
}

/** A payment in a block. */
export interface MinedPayment {
  txid: string;
  index: number;
  key: string;
  coin: string;
  amount: bigint;
  height: number;
  blockHash: string;
  needed: number;
}

/**
 * The same output is the same row, wherever it was before. On the EVM a transaction that is mined again can pay otherwise:
 * as long as nothing was credited the row follows; afterwards it is left alone, which the caller sees by its absence.
 */
const mined = query(
  'deposits.mined',
  `insert into deposit (network, txid, output_index, address_number, customer_id, coin, amount, status, height, block_hash, needed, seen_at)
   select $1, p.txid, p.output_index, a.number, a.customer_id, p.coin, p.amount, 'CONFIRMING', p.height, p.block_hash, p.needed, $10
   from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[], $9::int[])
     p (txid, output_index, key, coin, amount, height, block_hash, needed)
   join deposit_address a on a.network = $1 and a.key = p.key
   on conflict (network, txid, output_index) do update set
     status = case when deposit.transfer_id is null then 'CONFIRMING' else 'CREDITED' end,
     height = excluded.height, block_hash = excluded.block_hash, needed = excluded.needed,
     amount = excluded.amount, address_number = excluded.address_number, customer_id = excluded.customer_id
   where deposit.transfer_id is null
     or (deposit.amount, deposit.address_number, deposit.coin) = (excluded.amount, excluded.address_number, excluded.coin)
   returning ${columns}`,
).as<DepositRow>();

export async function writeMined(
  db: Queryable,
  network: Network,
  payments: readonly MinedPayment[],
  now: Date,
): Promise<DepositRow[]> {
  if (payments.length === 0) return [];
  const column = <Key extends keyof MinedPayment>(key: Key) => payments.map((payment) => payment[key]);
  const values = (['txid', 'index', 'key', 'coin', 'amount', 'height', 'blockHash', 'needed'] as const).map(column);
  return many(db, mined, [network, ...values, now]);
}

const raised = query(
  'deposits.raise-needed',
  `update deposit set needed = step.confirmations
   from (
     select customer_id, sum(amount) as amount from deposit
     where network = $1 and customer_id = any ($2) and height > $3
     group by customer_id
   ) brought
   cross join lateral (
     select max(confirmations) as confirmations from unnest($4::bigint[], $5::int[]) step (amount, confirmations)
     where step.amount <= brought.amount
   ) step
   where network = $1 and deposit.customer_id = brought.customer_id and status = 'CONFIRMING' and needed < step.confirmations`,
);

/** What a customer has brought since a height decides for each of the parts: splitting a deposit is no way to fewer blocks. */
export async function raiseNeeded(
  db: Queryable,
  network: Network,
  {
    customerIds,
    since,
    tiers,
  }: { customerIds: readonly bigint[]; since: number; tiers: readonly { from: bigint; confirmations: number }[] },
): Promise<void> {
  if (customerIds.length === 0 || tiers.length === 0) return;
  const values = [tiers.map(({ from }) => from), tiers.map(({ confirmations }) => confirmations)];
  await execute(db, raised, [network, customerIds, since, ...values]);
}

const waiting = query(
  'deposits.waiting',
  `insert into deposit (network, txid, output_index, address_number, customer_id, coin, amount, status, needed, seen_at)
   select $1, p.txid, p.output_index, a.number, a.customer_id, p.coin, p.amount, 'SEEN', p.needed, $8
   from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::int[]) p (txid, output_index, key, coin, amount, needed)
   join deposit_address a on a.network = $1 and a.key = p.key
     and not exists (select from closed_deposit_address c where c.network = $1 and c.key = p.key)
   on conflict (network, txid, output_index) do update set status = 'SEEN'
   where deposit.status = 'ORPHANED' and deposit.transfer_id is null`,
);

/** Payments that wait for a block. One that is in a block already, or was credited, stays what it is. */
export async function writeWaiting(
  db: Queryable,
  network: Network,
  payments: readonly Pick<MinedPayment, 'txid' | 'index' | 'key' | 'coin' | 'amount' | 'needed'>[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  const column = <Key extends keyof (typeof payments)[number]>(key: Key) => payments.map((payment) => payment[key]);
  const values = (['txid', 'index', 'key', 'coin', 'amount', 'needed'] as const).map(column);
  await execute(db, waiting, [network, ...values, now]);
}

const seen = query(
  'deposits.seen',
  `select txid || ':' || output_index as output from deposit where network = $1 and status = 'SEEN'`,
).as<{ output: string }>();

/** `txid:index` of what was seen waiting and is in no block. */
export async function readSeen(db: Queryable, network: Network): Promise<string[]> {
  return (await many(db, seen, [network])).map(({ output }) => output);
}

const vanish = query(
  'deposits.vanish',
  `update deposit set status = 'ORPHANED'
   where network = $1 and status = 'SEEN' and txid || ':' || output_index = any($2)`,
);

/** It no longer waits anywhere, and is in no block. */
export async function writeVanished(db: Queryable, network: Network, outputs: readonly string[]): Promise<void> {
  await execute(db, vanish, [network, outputs]);
}

/** Above an amount within the last blocks a customer's deposits are credited when a second node has them. */
export interface SecondNodeBound {
  from: bigint | null;
  /** Blocks that count. */
  depth: number;
}

/** `$1` network, `$2` depth, `$3` bound: final deposits that are not credited, and whether a second node must have them. */
const ready = `
  with final as (
    select deposit.*, newest_height from deposit join chain_watcher using (network)
    where network = $1 and ${isReady('deposit', 'newest_height')}
  ), large as (
    select customer_id from (select distinct customer_id, network, newest_height from final) customer
    where ${isLarge('customer', { newest: 'newest_height', depth: '$2::int', least: '$3::bigint' })}
  ), ready as (
    select final.*, exists (select from large where large.customer_id = final.customer_id) as "isLarge" from final
  )`;

export interface UncheckedDeposit {
  id: bigint;
  customerId: bigint;
  txid: string;
  index: number;
  key: string;
  coin: DepositCoin;
  amount: bigint;
  height: number;
  blockHash: string;
}

const unchecked = query(
  'deposits.unchecked',
  `${ready}
   select ready.id, ready.customer_id as "customerId", txid, output_index as index, key, ready.coin, ready.amount, height, block_hash as "blockHash"
   from ready join deposit_address on deposit_address.network = $1 and number = address_number
   where "isLarge" order by height, ready.id limit 1000`,
).as<UncheckedDeposit>();

/** What a second node is asked for, oldest block first. */
export function readUnchecked(
  db: Queryable,
  network: Network,
  { depth, from }: SecondNodeBound,
): Promise<UncheckedDeposit[]> {
  return many(db, unchecked, [network, depth, from]);
}

export interface Creditable {
  customerId: bigint;
  ids: bigint[];
}

const creditable = query(
  'deposits.creditable',
  `${ready}
   select customer_id as "customerId", array_agg(id order by id) as ids from ready
   where not "isLarge" or id = any ($4::bigint[])
   group by customer_id having bool_or(status = 'CONFIRMING') or sum(amount) >= $5
   order by customer_id limit 500`,
).as<Creditable>();

/** Customers with deposits whose confirmations are complete and that are not checked yet; of large ones those that a second node has. */
export function readCreditable(
  db: Queryable,
  network: Network,
  { min, bound, confirmed }: { min: bigint; bound: SecondNodeBound; confirmed: readonly bigint[] },
): Promise<Creditable[]> {
  return many(db, creditable, [network, bound.depth, bound.from, confirmed, min]);
}

const final = lockingQuery(
  'deposits.final',
  `select ${columns.replace('id,', 'deposit.id,')} from deposit join chain_watcher using (network)
   where network = $1 and customer_id = $2 and ${isReady('deposit', 'newest_height')}
     and ($3::bigint[] is null or deposit.id = any ($3))
   order by deposit.id for update of deposit`,
).as<DepositRow>();

/** A customer's that are final and not credited, locked: all, or those of `ids`. */
export function lockFinal(
  dbTx: Transaction,
  network: Network,
  customerId: bigint,
  ids: readonly bigint[] | null,
): Promise<DepositRow[]> {
  return many(dbTx, final, [network, customerId, ids]);
}

const belowMinimum = query(
  'deposits.below-minimum',
  `update deposit set status = 'BELOW_MINIMUM' where id = any($1) and status = 'CONFIRMING'`,
);

export async function writeBelowMinimum(db: Queryable, ids: readonly bigint[]): Promise<void> {
  await execute(db, belowMinimum, [ids]);
}

const credited = query(
  'deposits.credited',
  `update deposit set status = 'CREDITED', credited_at = $3, transfer_id = paid.transfer_id
   from unnest($1::bigint[], $2::bigint[]) paid (id, transfer_id) where deposit.id = paid.id`,
);

export async function writeCredited(
  db: Queryable,
  paid: readonly { id: bigint; transferId: bigint }[],
  now: Date,
): Promise<void> {
  await execute(db, credited, [paid.map(({ id }) => id), paid.map(({ transferId }) => transferId), now]);
}

const removed = query('deposits.removed', 'update deposit set removals = removals + 1 where id = $1');

export async function writeRemoved(db: Queryable, id: bigint): Promise<void> {
  await execute(db, removed, [id]);
}
