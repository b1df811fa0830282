import type { Clock } from '../../../platform/clock/clock.ts';
import { type Database, execute } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { knownFor } from './sessions.ts';

export const cleanUpJob = 'clean-up-staff';
/** Once an hour, at a minute that no other job uses. */
export const cleanUpCrontab = `47 * * * * ${cleanUpJob}`;

const day = 24 * 60 * 60_000;

const oldAttempts = query('staff.old-attempts', 'delete from staff_attempt where at < $1');
const oldChallenges = query('staff.old-challenges', 'delete from staff_challenge where expires_at < $1');
const oldSessions = query('staff.old-sessions', 'delete from staff_session where expires_at < $1');

/** Throws away what only the past needed. A device is known as long as its sessions are kept. */
export function cleanUp(database: Database, clock: Clock): Job {
  return async () => {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await execute(database, oldAttempts, [ago(2 * day)]);
    await execute(database, oldChallenges, [ago(day)]);
    await execute(database, oldSessions, [ago(knownFor)]);
  };
}
