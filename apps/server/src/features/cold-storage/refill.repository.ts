import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { Attempt, NewTransfer } from './transfer.repository.ts';

/** An output of cold storage that no transfer spends. */
export interface StoredColdOutput {
  number: number;
  txid: string;
  index: number;
  amount: bigint;
  /** Of the transaction that made it, where it is the product's own. */
  bytes: string | null;
  blockHash: string | null;
}

const outputs = query(
  'cold-storage.outputs',
  `select number, txid, index, amount, bytes, block_hash as "blockHash" from cold_output where wallet_id = $1
   order by amount desc, txid, index limit 200`,
).as<StoredColdOutput>();

/** The largest first. */
export function readColdOutputs(db: Queryable, walletId: bigint): Promise<StoredColdOutput[]> {
  return many(db, outputs, [walletId]);
}

const underWay = query(
  'cold-storage.refill',
  `select p.transfer_id as "transferId", p.attempt, p.payload, p.outpoints, p.txid, p.since_height as "sinceHeight", p.bytes,
     p.signed_at as "signedAt", p.hot_number as "hotNumber"
   from cold_payment p join cold_transfer t on t.id = p.transfer_id
   where t.kind = 'REFILL' and t.ended_at is null and t.cancelled_at is null`,
).as<Attempt>();

/** The one that is under way. */
export function findRefill(db: Queryable): Promise<Attempt | null> {
  return maybeOne(db, underWay);
}

const insert = query(
  'cold-storage.insert-refill',
  `insert into cold_transfer (kind, network, wallet_id, cold_number, amount, begun_at, added_by, approved_by)
   values ('REFILL', 'BITCOIN', $1, $2, $3, $4, $5, $6) returning id`,
).as<{ id: bigint }>();

export interface NewRefill extends Omit<NewTransfer, 'kind' | 'network'> {
  /** The two people. */
  addedBy: bigint;
  approvedBy: bigint;
}

/** Throws (23505) while another one is under way. */
export async function insertRefill(dbTx: Transaction, refill: NewRefill): Promise<bigint> {
  const { walletId, coldNumber, amount, now, addedBy, approvedBy } = refill;
  return (await one(dbTx, insert, [walletId, coldNumber, amount, now, addedBy, approvedBy])).id;
}

const cancel = query(
  'cold-storage.cancel-refill',
  `update cold_transfer set cancelled_at = $1 where kind = 'REFILL' and ended_at is null and cancelled_at is null and ($2::bigint is null or id = $2)
   returning id, exists (select from cold_payment p where p.transfer_id = cold_transfer.id and p.bytes is not null) as "isSigned"`,
).as<{ id: bigint; isSigned: boolean }>();

/** `only`: that it has to be, where it is not null. */
export function markRefillCancelled(
  dbTx: Transaction,
  now: Date,
  only: bigint | null,
): Promise<{ id: bigint; isSigned: boolean } | null> {
  return maybeOne(dbTx, cancel, [now, only]);
}

const shown = query(
  'cold-storage.shown-refill',
  `select t.id, t.amount, w.version as wallet, p.txid, cardinality(p.outpoints) as inputs, t.begun_at as "begunAt", p.signed_at as "signedAt",
     added.name as "addedBy", approved.name as "approvedBy"
   from cold_transfer t join cold_payment p on p.transfer_id = t.id join cold_wallet w on w.id = t.wallet_id
   join staff added on added.id = t.added_by join staff approved on approved.id = t.approved_by
   where t.kind = 'REFILL' and t.ended_at is null and t.cancelled_at is null`,
).as<ShownRefill>();

/** The one under way, as the staff sees it. */
export interface ShownRefill {
  id: bigint;
  /** Satoshi that the hot wallet receives. */
  amount: bigint;
  /** Version of the cold wallet that receives the rest. */
  wallet: number;
  txid: string | null;
  inputs: number;
  begunAt: Date;
  signedAt: Date | null;
  addedBy: string;
  approvedBy: string;
}

export function readShownRefill(db: Queryable): Promise<ShownRefill | null> {
  return maybeOne(db, shown);
}

const lock = lockingQuery(
  'cold-storage.lock-refill',
  'select id from cold_transfer where id = $1 and ended_at is null and cancelled_at is null for update',
).as<{ id: bigint }>();

/** Locked until the transaction ends; false when it is over or cancelled. */
export async function lockRefill(dbTx: Transaction, id: bigint): Promise<boolean> {
  return (await maybeOne(dbTx, lock, [id])) !== null;
}
