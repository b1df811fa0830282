import type { BookCheck, Difference } from '@lode/ledger';
import type { Queryable } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { checkTransfers } from './check-transfers.ts';
import { booksConsole } from './console/books.console.ts';
import { differenceReader } from './console/differences.ts';
import { listTransfers } from './console/transfer-list.ts';
import { addTotals } from './day-totals.ts';
import { whyStopped } from './gate.ts';
import { nightlyCheck } from './nightly.ts';
import { packageCommand } from './package.command.ts';
import { type BooksDeps, outcomeWatch, runChecks } from './run-checks.ts';
import { readNewestRun } from './runs.store.ts';

export { whyStopped } from './gate.ts';
export { readNewestRun } from './runs.store.ts';

export function booksSlice(deps: BooksDeps) {
  return {
    replays: [checkTransfers],
    /** For payouts: why no payment of a coin may leave; null when its books are right, and were looked at not long ago. */
    findDifference: async (db: Queryable, coin: string, now: Date): Promise<string | null> =>
      whyStopped(await readNewestRun(db), coin, now),
    /** For the worker, with the checks of all slices. */
    nightly: (checks: readonly BookCheck[]): Tick => nightlyCheck(deps, checks),
    /** For the worker: the totals of dates, behind the postings by seconds. */
    addTotals: addTotals(deps.database),
    consoleHandlers: booksConsole,
    /** A part of the staff's list. */
    listTransfers,
    /** For the work queue: what chains and pools say otherwise. */
    differenceReader,
    opsCommands: { 'books:package': packageCommand(deps.database) },
    /** For the worker: the alert while no outcome holds. */
    watch: outcomeWatch(deps),
    /** By hand, whenever it is asked for: its outcome stops and releases payments as that of the night does. */
    checkNow: async (checks: readonly BookCheck[], now: Date): Promise<Difference[]> =>
      (await runChecks(deps, checks, { now })) ?? [],
  };
}
