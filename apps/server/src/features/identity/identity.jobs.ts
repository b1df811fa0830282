import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, execute } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Job } from '../../platform/jobs/jobs.ts';

export const cleanUpJob = 'clean-up-identity';
/** Once an hour, at a minute that no other job uses. */
export const cleanUpCrontab = `17 * * * * ${cleanUpJob}`;

const day = 24 * 60 * 60_000;
/** Kept longer than any cap, lock or answer to "was that you?" looks back. */
export const keeps = { attempts: 2 * day, codes: 30 * day, sessions: 180 * day };

const oldAttempts = query('identity.old-attempts', 'delete from login_attempt where at < $1');
const oldCodes = query('identity.old-codes', 'delete from one_time_code where sent_at < $1');
const oldSessions = query('identity.old-sessions', 'delete from session where expires_at < $1');

/** Throws away what only the past needed. */
export function cleanUp(database: Database, clock: Clock): Job {
  return async () => {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await execute(database, oldAttempts, [ago(keeps.attempts)]);
    await execute(database, oldCodes, [ago(keeps.codes)]);
    await execute(database, oldSessions, [ago(keeps.sessions)]);
  };
}
