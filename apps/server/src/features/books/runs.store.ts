import { execute, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * Claims the day's run ($1) at a time ($2): the first of the day; again an hour after one that found differences, so that what was put right
 * lets coins leave; again six hours after one whose process ended.
 */
const claim = query(
  'books.claim-run',
  `insert into books_check_run (day, started_at) values ($1, $2)
   on conflict (day) do update set started_at = excluded.started_at, ended_at = null, differences = null, first_words = null
     where books_check_run.ended_at is null and books_check_run.started_at < excluded.started_at - interval '6 hours'
       or books_check_run.first_words is not null and books_check_run.started_at < excluded.started_at - interval '1 hour'
   returning day`,
).as<{ day: string }>();

export async function claimRun(db: Queryable, day: string, now: Date): Promise<boolean> {
  return (await maybeOne(db, claim, [day, now])) !== null;
}

const end = query(
  'books.end-run',
  'update books_check_run set ended_at = greatest($2, started_at), differences = $3, first_words = $4 where day = $1',
);

export async function endRun(
  db: Queryable,
  day: string,
  { now, differences, first }: { now: Date; differences: Record<string, number>; first: string | null },
): Promise<void> {
  await execute(db, end, [day, now, JSON.stringify(differences), first]);
}

const found = query(
  'books.found',
  `select first_words as words from books_check_run
   where ended_at is not null and day = (select max(day) from books_check_run where ended_at is not null) and (differences ->> $1)::int > 0`,
).as<{ words: string | null }>();

/** The first difference of the newest run that ended, when the coin has one; null when its books are right, or before the first run. */
export async function readDifference(db: Queryable, coin: string): Promise<string | null> {
  const row = await maybeOne(db, found, [coin]);
  return row === null ? null : (row.words ?? 'a difference');
}
