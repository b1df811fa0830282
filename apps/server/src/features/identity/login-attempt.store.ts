import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface LoginAttempt {
  id: bigint;
  at: Date;
  failed: boolean;
}

/** Whose attempts are counted together: those of a known device of an account; null: those of all other callers. */
export interface CountedCaller {
  account: string;
  knownDevice: string | null;
}

const lock = lockingQuery(
  'login-attempt.lock',
  `select pg_advisory_xact_lock(hashtextextended('login ' || json_build_array($1::text, $2::text), 0))`,
);

/** Serialises counting and adding attempts of these callers until the transaction ends. */
export async function lockAttempts(dbTx: Transaction, { account, knownDevice }: CountedCaller): Promise<void> {
  await execute(dbTx, lock, [account, knownDevice]);
}

const recent = query(
  'login-attempt.recent',
  `select id, at, failed from login_attempt
   where account = $1 and device_id is not distinct from $5 and at > $2 and (failed or at >= $3)
   order by at desc, id desc limit $4`,
).as<LoginAttempt>();

/** Newest first: wrong ones, and those that are being compared. What was open before `abandoned` is neither: its process died. */
export function recentAttempts(
  db: Queryable,
  { account, knownDevice }: CountedCaller,
  { since, abandoned, limit }: { since: Date; abandoned: Date; limit: number },
): Promise<LoginAttempt[]> {
  return many(db, recent, [account, since, abandoned, limit, knownDevice]);
}

const insert = query(
  'login-attempt.insert',
  'insert into login_attempt (account, device_id, at) values ($1, $2, $3) returning id',
).as<{ id: bigint }>();

export async function insertAttempt(db: Queryable, { account, knownDevice }: CountedCaller, at: Date): Promise<bigint> {
  return (await one(db, insert, [account, knownDevice, at])).id;
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

/** Of every caller: who held a right code owns the account. */
export async function forgetAttempts(db: Queryable, account: string): Promise<void> {
  await execute(db, forget, [account]);
}
