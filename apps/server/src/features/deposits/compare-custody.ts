import type { Database } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { Custody, CustodyCheck } from './custody.ts';
import { readCustodyComparisons, writeCustodyComparison } from './custody-comparison.store.ts';

const hour = 3_600_000;
/** A node walks through all unspent outputs for it. */
const usualMs = 24 * hour;
const afterDifferenceMs = hour;
/** Where a chain did not answer: the demo's nodes open within the first minutes. */
const firstAgainMs = hour / 60;

/** Attempts of one comparison: the worker has other work, and is asked to end. */
export const attemptsBesideWork = 3;

/**
 * Holds custody against each chain once a day, an hour after a difference and ever later where the chain does not answer; what was found
 * is kept. Each chain has its own time: one that is never open costs the others nothing.
 */
export function compareCustody(database: Database, checks: readonly CustodyCheck[]): Tick {
  const due = new Map<CustodyCheck, { at: number; misses: number }>();
  return async (now) => {
    if (due.size === 0) {
      const first = nextOf(await readCustodyComparisons(database));
      for (const check of checks) due.set(check, { at: first, misses: 0 });
    }
    for (const check of checks) {
      const known = due.get(check) ?? { at: 0, misses: 0 };
      // A clock that was set back must not stop it.
      if (now.getTime() < known.at && known.at - now.getTime() <= usualMs) continue;
      const found = await check();
      for (const one of found) await writeCustodyComparison(database, one, now);
      const isMiss = found.some((one) => 'unknown' in one);
      const misses = isMiss ? known.misses + 1 : 0;
      due.set(check, { at: now.getTime() + pauseAfter(found, misses), misses });
    }
  };
}

/** From one try to the next it doubles, up to a day. */
export function pauseAfter(found: readonly Custody[], misses: number): number {
  if (misses > 0) return Math.min(usualMs, firstAgainMs * 2 ** (misses - 1));
  return found.some((one) => 'ledger' in one && one.ledger !== one.chain) ? afterDifferenceMs : usualMs;
}

/** When a worker that starts compares at once: where nothing is kept, something is unknown or differs, or the newest is a day old. */
function nextOf(newest: Awaited<ReturnType<typeof readCustodyComparisons>>): number {
  const isClear =
    newest.length > 0 && newest.every(({ unknown, ledger, chain }) => unknown === null && ledger === chain);
  return isClear ? Math.min(...newest.map(({ at }) => at.getTime())) + usualMs : 0;
}
