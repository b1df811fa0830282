import type { BookCheck } from '@lode/ledger';
import type { Queryable } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { checkTransfers } from './check-transfers.ts';
import { type NightlyDeps, nightlyCheck } from './nightly.ts';
import { readDifference } from './runs.store.ts';

export function booksSlice(deps: NightlyDeps) {
  return {
    replays: [checkTransfers],
    /** For payouts: why no payment of a coin may leave; null when its books are right. */
    findDifference: (db: Queryable, coin: string): Promise<string | null> => readDifference(db, coin),
    /** For the worker, with the checks of all slices. */
    nightly: (checks: readonly BookCheck[]): Tick => nightlyCheck(deps, checks),
  };
}
