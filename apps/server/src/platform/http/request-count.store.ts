import { execute, many, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

const add = query(
  'request-count.add',
  `insert into request_count (key, points, expire)
   select key, points, $3 from unnest($1::text[], $2::int[]) as counted (key, points) order by key
   on conflict (key) do update set points = request_count.points + excluded.points
   returning key, points`,
);

export interface CountedCalls {
  readonly key: string;
  readonly points: number;
}

/** Adds calls that were counted elsewhere, each key once; `expire` in ms. Returns the sums of all processes. */
export function addRequestCounts(db: Queryable, counted: readonly CountedCalls[], expire: number) {
  return many(db, add, [counted.map(({ key }) => key), counted.map(({ points }) => points), expire]);
}

const forget = query('request-count.forget', 'delete from request_count where expire < $1');

/** Counts of windows that have ended. The limits of `limits.ts` and `customer-limit.ts` write them. */
export async function forgetRequestCounts(db: Queryable, now: Date): Promise<void> {
  await execute(db, forget, [now.getTime()]);
}
