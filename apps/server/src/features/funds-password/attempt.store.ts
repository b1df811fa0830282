import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface FundsPasswordAttempt {
  id: bigint;
  at: Date;
  failed: boolean;
}

const lock = lockingQuery(
  'funds-password.lock-attempts',
  `select pg_advisory_xact_lock(hashtextextended('funds password ' || $1::bigint, 0))`,
);

/** Serialises counting and adding guesses of this customer until the transaction ends. */
export async function lockAttempts(dbTx: Transaction, customerId: bigint): Promise<void> {
  await execute(dbTx, lock, [customerId]);
}

const newest = query(
  'funds-password.newest-attempts',
  `select id, at, failed from funds_password_attempt
   where customer_id = $1 and (failed or at >= $2) order by at desc, id desc limit $3`,
).as<FundsPasswordAttempt>();

/** Newest first: wrong ones, and those that are being compared. What was open before `abandoned` is neither: its process died. */
export function newestAttempts(
  db: Queryable,
  customerId: bigint,
  abandoned: Date,
  limit: number,
): Promise<FundsPasswordAttempt[]> {
  return many(db, newest, [customerId, abandoned, limit]);
}

const insert = query(
  'funds-password.insert-attempt',
  'insert into funds_password_attempt (customer_id, at) values ($1, $2) returning id',
).as<{ id: bigint }>();

export async function insertAttempt(db: Queryable, customerId: bigint, at: Date): Promise<bigint> {
  return (await one(db, insert, [customerId, at])).id;
}

const fail = query(
  'funds-password.fail-attempt',
  'update funds_password_attempt set failed = true where id = $1 returning id',
).as<{ id: bigint }>();

export async function markFailed(db: Queryable, id: bigint): Promise<void> {
  await execute(db, fail, [id]);
}

const failures = query(
  'funds-password.count-failures',
  'select count(*)::int as count from funds_password_attempt where customer_id = $1 and failed',
).as<{ count: number }>();

export async function countFailures(db: Queryable, customerId: bigint): Promise<number> {
  return (await one(db, failures, [customerId])).count;
}

const remove = query('funds-password.remove-attempt', 'delete from funds_password_attempt where id = $1');

export async function removeAttempt(db: Queryable, id: bigint): Promise<void> {
  await execute(db, remove, [id]);
}

const forget = query(
  'funds-password.forget-failures',
  'delete from funds_password_attempt where customer_id = $1 and (failed or id = $2 or at < $3)',
);

/** After a right guess: the row of wrong ones is broken. Those that others are comparing go on counting. */
export async function forgetFailures(
  db: Queryable,
  customerId: bigint,
  rightOne: bigint,
  abandoned: Date,
): Promise<void> {
  await execute(db, forget, [customerId, rightOne, abandoned]);
}

const forgetAll = query('funds-password.forget-all', 'delete from funds_password_attempt where customer_id = $1');

export async function forgetAttempts(db: Queryable, customerId: bigint): Promise<void> {
  await execute(db, forgetAll, [customerId]);
}
