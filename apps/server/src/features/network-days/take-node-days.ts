import { addDays, miningDate } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { differenceOf } from './day-bounds.ts';
import type { NetworkDay, NetworkDayReader } from './network-day.ts';
import { findNetworkDays, insertNetworkDays } from './network-days.store.ts';

export interface NodeDaysDeps extends Pick<AlertPorts, 'raiseAlert' | 'announceAlert'> {
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

/** A day of a file that is not what the node has: outputs are computed from it until staff correct them. */
export const differsAlert = 'network-day-differs';

/**
 * Reads each mining day from the node once it is over for the chain. A day that is there stays as it is; one that came from a file is
 * compared with the node's, once while this process runs, and an alert says where they differ.
 */
export function takeNodeDays(deps: NodeDaysDeps) {
  const { database, openReader, countedChain, log } = deps;
  const compared = new Set<string>();
  let askedAt = Number.NEGATIVE_INFINITY;
  return async (now: Date): Promise<void> => {
    if (Math.abs(now.getTime() - askedAt) < askEveryMs) return;
    askedAt = now.getTime();
    const today = miningDate(now);
    const dates = Array.from({ length: daysBack }, (_, i) => addDays(today, i - daysBack));
    const known = await findNetworkDays(database, 'BTC', dates);
    const missing = dates.filter((date) => !known.some((day) => day.date === date));
    const fromFiles = known.filter(({ date, source }) => source === 'import' && !compared.has(date));
    const reader = missing.length + fromFiles.length === 0 ? null : await openReader();
    if (reader?.chain !== countedChain) return;
    for (const date of missing) {
      const day = await reader.networkDay(date);
      if (!day) continue;
      await insertNetworkDays(database, [day], now);
      const { blocks, firstHeight, lastHeight } = day;
      log.info({ event: 'network-day.read', date, blocks, firstHeight, lastHeight });
    }
    for (const brought of fromFiles) {
      const day = await reader.networkDay(brought.date);
      if (!day) continue;
      compared.add(brought.date);
      await reportDifference(deps, brought, day, now);
    }
  };
}

async function reportDifference(
  { database, raiseAlert, announceAlert }: NodeDaysDeps,
  brought: NetworkDay,
  day: NetworkDay,
  now: Date,
): Promise<void> {
  const difference = differenceOf(brought, day);
  if (difference === null) return;
  const alert = { kind: differsAlert, subject: `BTC ${brought.date}`, message: difference };
  if (await raiseAlert(database, alert, now)) announceAlert(alert);
}
