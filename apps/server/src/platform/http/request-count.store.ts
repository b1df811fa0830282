import { execute, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

const forget = query('request-count.forget', 'delete from request_count where expire < $1');

/** Counts of windows that have ended. The limiter of `limits.ts` writes them. */
export async function forgetRequestCounts(db: Queryable, now: Date): Promise<void> {
  await execute(db, forget, [now.getTime()]);
}
