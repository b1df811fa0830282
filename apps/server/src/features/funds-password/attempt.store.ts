import { type DbTx, many, one, statement } from '../../platform/db/database.ts';

export interface FundsPasswordAttempt {
  id: bigint;
  at: Date;
  failed: boolean;
}

const lock = statement(
  'funds-password.lock-attempts',
  `select pg_advisory_xact_lock(hashtextextended('funds password ' || $1::bigint, 0))`,
);

/** Until the end of the transaction nobody else counts or adds guesses of this customer. */
export async function lockAttempts(dbTx: DbTx, customerId: bigint): Promise<void> {
  await many(dbTx, lock, [customerId]);
}

const newest = statement<FundsPasswordAttempt>(
  'funds-password.newest-attempts',
  `select id, at, failed from funds_password_attempt where customer_id = $1 order by at desc, id desc limit $2`,
);

/** Newest first. */
export function newestAttempts(dbTx: DbTx, customerId: bigint, limit: number): Promise<FundsPasswordAttempt[]> {
  return many(dbTx, newest, [customerId, limit]);
}

const insert = statement<{ id: bigint }>(
  'funds-password.insert-attempt',
  'insert into funds_password_attempt (customer_id, at) values ($1, $2) returning id',
);

export async function insertAttempt(dbTx: DbTx, customerId: bigint, at: Date): Promise<bigint> {
  return (await one(dbTx, insert, [customerId, at])).id;
}

const fail = statement<{ id: bigint }>(
  'funds-password.fail-attempt',
  'update funds_password_attempt set failed = true where id = $1 returning id',
);

export async function markFailed(dbTx: DbTx, id: bigint): Promise<void> {
  await many(dbTx, fail, [id]);
}

const failures = statement<{ count: number }>(
  'funds-password.count-failures',
  'select count(*)::int as count from funds_password_attempt where customer_id = $1 and failed',
);

export async function countFailures(dbTx: DbTx, customerId: bigint): Promise<number> {
  return (await one(dbTx, failures, [customerId])).count;
}

const remove = statement('funds-password.remove-attempt', 'delete from funds_password_attempt where id = $1');

export async function removeAttempt(dbTx: DbTx, id: bigint): Promise<void> {
  await many(dbTx, remove, [id]);
}

const forget = statement(
  'funds-password.forget-failures',
  'delete from funds_password_attempt where customer_id = $1 and (failed or id = $2)',
);

/** After a right guess: the row of wrong ones is broken. Those that others are comparing go on counting. */
export async function forgetFailures(dbTx: DbTx, customerId: bigint, rightOne: bigint): Promise<void> {
  await many(dbTx, forget, [customerId, rightOne]);
}

const forgetAll = statement('funds-password.forget-all', 'delete from funds_password_attempt where customer_id = $1');

export async function forgetAttempts(dbTx: DbTx, customerId: bigint): Promise<void> {
  await many(dbTx, forgetAll, [customerId]);
}
