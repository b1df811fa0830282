import type { Coin } from '@lode/money';
import { execute, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What a run found of a coin. A difference of an unknown coin counts for every one. */
export interface CoinOutcome {
  count: number;
  first: string | null;
}
export type Differences = Record<Coin, CoinOutcome>;

/** How a run ended: with what it found, or with the reason why it could not look at everything. */
export type Outcome = { differences: Differences; failure: null } | { differences: null; failure: string };
export type Run = Outcome & { startedAt: Date; endedAt: Date };

const next = query('books.next-run', `select nextval('books_check_number') as id`).as<{ id: bigint }>();

/** The number of a run, taken before it reads: a run that began later and ended earlier is the newer one. */
export async function numberRun(db: Queryable): Promise<bigint> {
  return (await one(db, next)).id;
}

const insert = query(
  'books.end-run',
  `insert into books_check_run (id, started_at, ended_at, differences, failure) values ($1, $2, greatest($2::timestamptz, $3::timestamptz), $4, $5)`,
);

/** Outcomes are only added: a run that is under way, or whose process ended, changes nothing of what holds. */
export async function insertRun(db: Queryable, id: bigint, run: Run): Promise<void> {
  const differences = run.differences && JSON.stringify(run.differences);
  await execute(db, insert, [id, run.startedAt, run.endedAt, differences, run.failure]);
}

const newest = query(
  'books.newest-run',
  `select started_at as "startedAt", ended_at as "endedAt", differences, failure from books_check_run order by id desc limit 1`,
).as<Run>();

/** The outcome that holds; null before the first one. */
export function readNewestRun(db: Queryable): Promise<Run | null> {
  return maybeOne(db, newest);
}
