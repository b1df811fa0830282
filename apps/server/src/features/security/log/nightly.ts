import type { Database } from '../../../platform/db/database.ts';
import type { Tick } from '../../../platform/jobs/ticking.ts';
import type { AlertPorts } from '../../../platform/log/alerts.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import { checkLog } from './check-log.ts';
import { chainEvents, lastCheckedAt, storeRun } from './log.store.ts';

export interface LogCheckDeps extends AlertPorts {
  database: Database;
  log: EventLog;
}

const kind = 'security-log-broken';
const hour = 60 * 60_000;
const day = 24 * hour;
/** 04:20 UTC: before the day closes, which take the machine. */
const dueAfterMidnight = 4 * hour + 20 * 60_000;

/** Checks, stores the head that was seen, and keeps the alert. The log line is a copy of the head outside the database. */
export async function runLogCheck(deps: LogCheckDeps, now: Date): Promise<string[]> {
  const { database, log } = deps;
  await chainEvents(database);
  const { head, faults } = await checkLog(database);
  if (head !== null) {
    await storeRun(database, { at: now, head, faults });
    log.info({
      event: 'security-log.checked',
      number: String(head.number),
      hash: head.hash.toString('hex'),
      faults: faults.length,
    });
  }
  const [first] = faults;
  if (first === undefined) {
    await deps.resolveAlert(database, kind, 'log', now);
    return faults;
  }
  const message = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in the security log: ${first}`;
  const alert = { kind, subject: 'log', message };
  if (await deps.raiseAlert(database, alert, now)) deps.announceAlert(alert);
  return faults;
}

/** Once a day; two workers at once find the same. */
export function nightlyLogCheck(deps: LogCheckDeps): Tick {
  return async (now) => {
    const last = await lastCheckedAt(deps.database);
    const due = Math.floor((now.getTime() - dueAfterMidnight) / day) * day + dueAfterMidnight;
    if (last === null || last.getTime() < due) await runLogCheck(deps, now);
  };
}
