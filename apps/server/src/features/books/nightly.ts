import type { BookCheck } from '@lode/ledger';
import { one } from '../../platform/db/database.ts';
import { lockingQuery } from '../../platform/db/query.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { type BooksDeps, runChecks } from './run-checks.ts';
import { type Run, readNewestRun } from './runs.store.ts';

const minute = 60_000;
/** 06:30 UTC, half an hour after the close of a mining day is due; the savings' day is closed long before. */
const dueAfterMidnight = (6 * 60 + 30) * minute;
const day = 24 * 60 * minute;
/** So that what was put right lets coins leave. */
const againAfterDifference = 60 * minute;
const againAfterFailure = 5 * minute;

/** Of two workers one runs the checks, and its lock ends with its process. Who is no worker keeps none from it: payments would stop. */
const claim = lockingQuery(
  'books.claim-run',
  `select pg_try_advisory_xact_lock(hashtext('lode-books-check'), hashtext('run')) or not is_held_by_worker('lode-books-check', 'run') as "isMine"`,
).as<{ isMine: boolean }>();

/** Once a day after the closes, and at once where no outcome holds: payments wait for it. */
export function nightlyCheck(deps: BooksDeps, checks: readonly BookCheck[]): Tick {
  return async (now) => {
    if (!isDue(await readNewestRun(deps.database), now)) return;
    await runChecks(deps, checks, { now, prepare: async (dbTx) => (await one(dbTx, claim)).isMine });
  };
}

export function isDue(run: Run | null, now: Date): boolean {
  if (run === null) return true;
  const sinceEnd = now.getTime() - run.endedAt.getTime();
  if (run.failure !== null) return sinceEnd >= againAfterFailure;
  if (run.startedAt.getTime() < lastDue(now)) return true;
  return sinceEnd >= againAfterDifference && Object.values(run.differences).some(({ count }) => count > 0);
}

/** The newest 06:30 UTC that is over. */
function lastDue(now: Date): number {
  return Math.floor((now.getTime() - dueAfterMidnight) / day) * day + dueAfterMidnight;
}
