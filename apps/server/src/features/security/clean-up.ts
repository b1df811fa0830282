import type { Clock } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { deleteNoticesBefore } from './notice.store.ts';

export const cleanUpJob = 'clean-up-notices';
/** Once an hour, at a minute that no other job uses. */
export const cleanUpCrontab = `41 * * * * ${cleanUpJob}`;

const keeps = 30 * 24 * 60 * 60_000;

/** Throws away links that expired long ago; the events stay. */
export function cleanUp(db: Queryable, clock: Clock): Job {
  return () => deleteNoticesBefore(db, new Date(clock.now().getTime() - keeps));
}
