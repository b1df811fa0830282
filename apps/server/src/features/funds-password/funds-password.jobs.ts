import type { Clock } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { deleteTokensBefore } from './funds-password.store.ts';

export const cleanUpJob = 'clean-up-funds-password';
/** Once an hour, at a minute that no other job uses. */
export const cleanUpCrontab = `23 * * * * ${cleanUpJob}`;

const hour = 60 * 60_000;

/** Throws away tokens that ran out long ago. */
export function cleanUp(db: Queryable, clock: Clock): Job {
  return () => deleteTokensBefore(db, new Date(clock.now().getTime() - hour));
}
