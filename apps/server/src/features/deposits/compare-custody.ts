import type { Database } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { CustodyCheck } from './custody.ts';
import { type CustodyComparison, readCustodyComparisons, writeCustodyComparison } from './custody-comparison.store.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A node walks through all unspent outputs for it. */
const usualMs = 24 * hour;
const afterDifferenceMs = hour;
const afterUnknownMs = 10 * minute;

/** Holds custody against the chains once a day, sooner again after a difference or where a chain did not answer; what was found is kept. */
export function compareCustody(database: Database, checks: readonly CustodyCheck[]): Tick {
  return async (now) => {
    if (!isDue(await readCustodyComparisons(database), now)) return;
    for (const check of checks) for (const found of await check()) await writeCustodyComparison(database, found, now);
  };
}

export function isDue(newest: readonly CustodyComparison[], now: Date): boolean {
  if (newest.length === 0) return true;
  return newest.some(({ at, unknown, ledger, chain }) => {
    const pause = unknown !== null ? afterUnknownMs : ledger === chain ? usualMs : afterDifferenceMs;
    return now.getTime() - at.getTime() >= pause;
  });
}
