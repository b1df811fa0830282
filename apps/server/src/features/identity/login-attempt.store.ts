import { type DbTx, many, one, statement } from '../../platform/db/database.ts';

export interface LoginAttempt {
  id: bigint;
  at: Date;
  failed: boolean;
}

const lock = statement('login-attempt.lock', `select pg_advisory_xact_lock(hashtextextended('login ' || $1, 0))`);

/** Until the end of the transaction nobody else counts or adds attempts of this account. */
export async function lockAttempts(dbTx: DbTx, account: string): Promise<void> {
  await many(dbTx, lock, [account]);
}

const recent = statement<LoginAttempt>(
  'login-attempt.recent',
  `select id, at, failed from login_attempt where account = $1 and at > $2 order by at desc, id desc limit $3`,
);

/** Newest first. */
export function recentAttempts(dbTx: DbTx, account: string, since: Date, limit: number): Promise<LoginAttempt[]> {
  return many(dbTx, recent, [account, since, limit]);
}

const insert = statement<{ id: bigint }>(
  'login-attempt.insert',
  'insert into login_attempt (account, at) values ($1, $2) returning id',
);

export async function insertAttempt(dbTx: DbTx, account: string, at: Date): Promise<bigint> {
  return (await one(dbTx, insert, [account, at])).id;
}

const fail = statement('login-attempt.fail', 'update login_attempt set failed = true where id = $1');

export async function markFailed(dbTx: DbTx, id: bigint): Promise<void> {
  await many(dbTx, fail, [id]);
}

const remove = statement('login-attempt.remove', 'delete from login_attempt where id = $1');

export async function removeAttempt(dbTx: DbTx, id: bigint): Promise<void> {
  await many(dbTx, remove, [id]);
}

const forget = statement('login-attempt.forget', 'delete from login_attempt where account = $1');

export async function forgetAttempts(dbTx: DbTx, account: string): Promise<void> {
  await many(dbTx, forget, [account]);
}
