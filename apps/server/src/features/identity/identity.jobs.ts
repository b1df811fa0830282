import type { Clock } from '../../platform/clock/clock.ts';
import { type DbTx, many, statement } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';

export const cleanUpJob = 'clean-up-identity';
/** Once an hour, at a minute that no other line of ours uses. */
export const cleanUpCrontab = `17 * * * * ${cleanUpJob}`;

const day = 24 * 60 * 60_000;
/** Kept longer than any cap, lock or answer to "was that you?" looks back. */
const keeps = { attempts: 2 * day, codes: 30 * day, sessions: 180 * day };

const oldAttempts = statement('identity.old-attempts', 'delete from login_attempt where at < $1');
const oldCodes = statement('identity.old-codes', 'delete from one_time_code where sent_at < $1');
const oldSessions = statement('identity.old-sessions', 'delete from session where expires_at < $1');

/** Throws away what only the past needed. */
export function cleanUp(dbTx: DbTx, clock: Clock): Job {
  return async () => {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await many(dbTx, oldAttempts, [ago(keeps.attempts)]);
    await many(dbTx, oldCodes, [ago(keeps.codes)]);
    await many(dbTx, oldSessions, [ago(keeps.sessions)]);
  };
}
