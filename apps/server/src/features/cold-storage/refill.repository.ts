import { many, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { Attempt } from './transfer.repository.ts';

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

const cancel = query(
  'cold-storage.cancel-refill',
  `update cold_transfer set cancelled_at = $1 where kind = 'REFILL' and ended_at is null and cancelled_at is null
   returning id, exists (select from cold_payment p where p.transfer_id = cold_transfer.id and p.bytes is not null) as "isSigned"`,
).as<{ id: bigint; isSigned: boolean }>();

export function cancelRefill(dbTx: Transaction, now: Date): Promise<{ id: bigint; isSigned: boolean } | null> {
  return maybeOne(dbTx, cancel, [now]);
}

const lock = lockingQuery(
  'cold-storage.lock-refill',
  'select id from cold_transfer where id = $1 and ended_at is null and cancelled_at is null for update',
).as<{ id: bigint }>();

/** Locked until the transaction ends; false when it is over or cancelled. */
export async function lockRefill(dbTx: Transaction, id: bigint): Promise<boolean> {
  return (await maybeOne(dbTx, lock, [id])) !== null;
}
