import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface LoginAttempt {
  id: bigint;
  at: Date;
  failed: boolean;
}

const lock = lockingQuery('login-attempt.lock', `select pg_advisory_xact_lock(hashtextextended('login ' || $1, 0))`);

/** Serialises counting and adding attempts of this account until the transaction ends. */
export async function lockAttempts(dbTx: Transaction, account: string): Promise<void> {
  await execute(dbTx, lock, [account]);
}

const recent = query(
  'login-attempt.recent',
  `select id, at, failed from login_attempt where account = $1 and at > $2 and (failed or at >= $3)
   order by at desc, id desc limit $4`,
).as<LoginAttempt>();

/** Newest first: wrong ones, and those that are being compared. What was open before `abandoned` is neither: its process died. */
export function recentAttempts(
  db: Queryable,
  account: string,
  { since, abandoned, limit }: { since: Date; abandoned: Date; limit: number },
): Promise<LoginAttempt[]> {
  return many(db, recent, [account, since, abandoned, limit]);
}

const insert = query(
  'login-attempt.insert',
  'insert into login_attempt (account, at) values ($1, $2) returning id',
).as<{ id: bigint }>();

export async function insertAttempt(db: Queryable, account: string, at: Date): Promise<bigint> {
  return (await one(db, insert, [account, at])).id;
}

const fail = query('login-attempt.fail', 'update login_attempt set failed = true where id = $1');

export async function markFailed(db: Queryable, id: bigint): Promise<void> {
  await execute(db, fail, [id]);
}

const remove = query('login-attempt.remove', 'delete from login_attempt where id = $1');

export async function removeAttempt(db: Queryable, id: bigint): Promise<void> {
  await execute(db, remove, [id]);
}

const forget = query('login-attempt.forget', 'delete from login_attempt where account = $1');

export async function forgetAttempts(db: Queryable, account: string): Promise<void> {
  await execute(db, forget, [account]);
}
