import { execute, many, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';

/** Whose guesses at a member are counted together: those of a known device, of the terminal, or of all strangers. */
export interface Guesser {
  name: string;
  caller: string;
}

const lock = lockingQuery(
  'staff-attempt.lock',
  `select pg_advisory_xact_lock(hashtextextended('staff login ' || json_build_array($1::text, $2::text), 0))`,
);

export async function lockGuesses(dbTx: Transaction, { name, caller }: Guesser): Promise<void> {
  await execute(dbTx, lock, [name, caller]);
}

const recent = query(
  'staff-attempt.recent',
  `select at, failed from staff_attempt where name = $1 and caller = $2 and at > $3 and (failed or at >= $4)
   order by at desc, id desc limit $5`,
).as<{ at: Date; failed: boolean }>();

/** Newest first. What was open before `abandoned` is being compared no longer. */
export function recentGuesses(
  db: Queryable,
  { name, caller }: Guesser,
  { since, abandoned, limit }: { since: Date; abandoned: Date; limit: number },
): Promise<{ at: Date; failed: boolean }[]> {
  return many(db, recent, [name, caller, since, abandoned, limit]);
}

const insert = query(
  'staff-attempt.insert',
  'insert into staff_attempt (name, caller, at) values ($1, $2, $3) returning id',
).as<{ id: bigint }>();

export async function insertGuess(db: Queryable, { name, caller }: Guesser, at: Date): Promise<bigint> {
  return (await one(db, insert, [name, caller, at])).id;
}

const fail = query('staff-attempt.fail', 'update staff_attempt set failed = true where id = $1');

export async function markWrong(db: Queryable, id: bigint): Promise<void> {
  await execute(db, fail, [id]);
}

const remove = query('staff-attempt.remove', 'delete from staff_attempt where id = $1');

export async function removeGuess(db: Queryable, id: bigint): Promise<void> {
  await execute(db, remove, [id]);
}

const forget = query('staff-attempt.forget', 'delete from staff_attempt where name = $1');

/** Of every caller: who has proved two factors is the member. */
export async function forgetGuesses(db: Queryable, name: string): Promise<void> {
  await execute(db, forget, [name]);
}
