import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { forgetRequestCounts } from './request-count.store.ts';
import { forgetSpentChallenges } from './spent-challenge.store.ts';

export const cleanUpJob = 'clean-up-requests';
/** Every ten minutes: how much a flood leaves behind is bounded by what it can send in between. */
export const cleanUpCrontab = `*/10 * * * * ${cleanUpJob}`;

/** Throws away what has expired. By this machine's time, as it was written: the product's clock may be shifted. */
export function cleanUp(database: Database): Job {
  return async () => {
    const now = new Date();
    await forgetSpentChallenges(database, now);
    await forgetRequestCounts(database, now);
  };
}
