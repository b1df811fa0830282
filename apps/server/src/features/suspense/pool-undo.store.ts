import { execute, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { PoolPaymentRow } from './pool-payments.store.ts';

export type StoredPoolPayment = Omit<PoolPaymentRow, 'corrections' | 'varianceReason'> & { transferId: bigint };

const columns = `id, coin, from_date::text as from, to_date::text as to, arrival_id as "arrivalId", paid, expected,
  transfer_id as "transferId", undone_transfer_id is not null as "isUndone"`;
const find = query(
  'suspense.pool-payment',
  `select ${columns} from pool_payment where id = $1`,
).as<StoredPoolPayment>();
const lock = lockingQuery(
  'suspense.lock-pool-payment',
  `select ${columns} from pool_payment where id = $1 for update`,
).as<StoredPoolPayment>();

export const findPoolPayment = (db: Queryable, id: bigint): Promise<StoredPoolPayment | null> =>
  maybeOne(db, find, [id]);

/** Locked until the transaction ends. */
export const lockPoolPayment = (dbTx: Transaction, id: bigint): Promise<StoredPoolPayment | null> =>
  maybeOne(dbTx, lock, [id]);

const undo = query(
  'suspense.undo-pool-payment',
  `update pool_payment set undone_transfer_id = $2, undone_at = greatest($3, paid_at) where id = $1`,
);
const undoDays = query(
  'suspense.undo-pool-payment-days',
  'update pool_payment_day set undone = true where payment_id = $1',
);
const undoCorrections = query(
  'suspense.undo-pool-payment-corrections',
  'update pool_payment_correction set undone = true where payment_id = $1',
);

/** The payment's days and the corrections that it counted are free for another one. */
export async function writeUndone(dbTx: Transaction, id: bigint, transferId: bigint, at: Date): Promise<void> {
  await execute(dbTx, undo, [id, transferId, at]);
  await execute(dbTx, undoDays, [id]);
  await execute(dbTx, undoCorrections, [id]);
}
