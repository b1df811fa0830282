import { addDays, miningDate } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { NetworkDayReader } from './network-day.ts';
import { findNetworkDays, insertNetworkDays } from './network-days.store.ts';

export interface NodeDaysDeps {
  database: Database;
  /** The Bitcoin node, or null while there is none. */
  readonly openReader: () => Promise<NetworkDayReader | null>;
  /** The chain whose days count: `main` outside tests. */
  countedChain: string;
  log: EventLog;
}

/** So many days back a gap is filled by itself; an older one is brought in from a file. */
const daysBack = 7;
/** A day that is over takes an hour or so until its chain has passed it. */
const askEveryMs = 60_000;

/** Reads each mining day from the node once it is over for the chain; a day that is there stays as it is. */
export function takeNodeDays({ database, openReader, countedChain, log }: NodeDaysDeps) {
  let askedAt = Number.NEGATIVE_INFINITY;
  return async (now: Date): Promise<void> => {
    if (Math.abs(now.getTime() - askedAt) < askEveryMs) return;
    askedAt = now.getTime();
    const today = miningDate(now);
    const dates = Array.from({ length: daysBack }, (_, i) => addDays(today, i - daysBack));
    const known = await findNetworkDays(database, 'BTC', dates);
    const missing = dates.filter((date) => !known.some((day) => day.date === date));
    const reader = missing.length === 0 ? null : await openReader();
    if (reader?.chain !== countedChain) return;
    for (const date of missing) {
      const day = await reader.networkDay(date);
      if (!day) continue;
      await insertNetworkDays(database, [day], now);
      const { blocks, firstHeight, lastHeight } = day;
      log.info({ event: 'network-day.read', date, blocks, firstHeight, lastHeight });
    }
  };
}
