import { execute, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

const unlock = query(
  'jobs.release-stale-locks',
  `select graphile_worker.force_unlock_workers(array(
     select distinct locked_by from graphile_worker.jobs where locked_by is not null
   ))`,
);

/**
 * Jobs that a killed worker had taken would wait for hours. Only for a worker that knows it is the only one: it must
 * have the claim on this data before it calls this.
 */
export async function releaseStaleJobLocks(db: Queryable): Promise<void> {
  await execute(db, unlock);
}

/**
 * A worker that does not hold its lock is dead: the lock of another role is not its. The time allows for one that has only just
 * begun, or whose connection for the lock was lost and is made again.
 */
export const unlockStaleJobs = `
  select graphile_worker.force_unlock_workers(array(
    select locked_by
    from (
      select locked_by from graphile_worker.jobs where locked_by is not null
      group by locked_by having max(locked_at) < now() - $1 * interval '1 millisecond'
      offset 0
    ) taken
    where not is_held_by_worker('lode-worker', locked_by)))`;
