import { execute, many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

const insert = query(
  'withdrawals.ask-cancellation',
  `insert into withdrawal_cancellation (withdrawal_id, request_id, asked_at) values ($1, $2, $3)
   on conflict do nothing returning withdrawal_id as id`,
).as<{ id: bigint }>();

/** False when it was asked for before. */
export async function insertCancellation(
  db: Queryable,
  { id, requestId, now }: { id: bigint; requestId: string | null; now: Date },
): Promise<boolean> {
  return (await maybeOne(db, insert, [id, requestId, now])) !== null;
}

const find = query(
  'withdrawals.cancellation',
  `select request_id as "requestId" from withdrawal_cancellation where withdrawal_id = $1`,
).as<{ requestId: string | null }>();

/** Who asked for the cancellation of a withdrawal; null without one. */
export function findCancellation(db: Queryable, id: bigint): Promise<{ requestId: string | null } | null> {
  return maybeOne(db, find, [id]);
}

const open = query(
  'withdrawals.open-cancellations',
  `select c.withdrawal_id as id from withdrawal_cancellation c join withdrawal w on w.id = c.withdrawal_id
   where w.phase = 'AWAITING_APPROVAL' order by 1`,
).as<{ id: bigint }>();

/** Of withdrawals whose amount is not returned yet. */
export async function readOpenCancellations(db: Queryable): Promise<bigint[]> {
  return (await many(db, open)).map(({ id }) => id);
}

const remove = query('withdrawals.drop-cancellation', 'delete from withdrawal_cancellation where withdrawal_id = $1');

export async function deleteCancellation(db: Queryable, id: bigint): Promise<void> {
  await execute(db, remove, [id]);
}
