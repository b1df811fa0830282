import type { Database } from '../../../platform/db/database.ts';
import type { Tick } from '../../../platform/jobs/ticking.ts';
import type { AlertPorts } from '../../../platform/log/alerts.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import { checkLog } from './check-log.ts';
import { chainEvents, lastCheckedAt, storeRun } from './log.store.ts';

export interface LogCheckDeps extends AlertPorts {
  database: Database;
  log: EventLog;
  /** Each difference between the staff and the audit log. */
  readonly findAlteredStaff: () => Promise<string[]>;
}

const kind = 'security-log-broken';
const staffKind = 'staff-altered';
const hour = 60 * 60_000;
const day = 24 * hour;
/** 04:20 UTC: before the day closes, which take the machine. */
const dueAfterMidnight = 4 * hour + 20 * 60_000;

/** Checks, stores the head that was seen, and keeps the alert. The log line is a copy of the head outside the database. */
export async function runLogCheck(deps: LogCheckDeps, now: Date): Promise<string[]> {
  const { database, log } = deps;
  const altered = await checkStaff(deps, now);
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
    return altered;
  }
  const message = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in the security log: ${first}`;
  const alert = { kind, subject: 'log', message };
  if (await deps.raiseAlert(database, alert, now)) deps.announceAlert(alert);
  return [...faults, ...altered];
}

/** A role, a status or a key that no line of the audit log gave. */
async function checkStaff(deps: LogCheckDeps, now: Date): Promise<string[]> {
  const altered = (await deps.findAlteredStaff()).map((fault) => `staff: ${fault}`);
  if (altered.length === 0) {
    await deps.resolveAlert(deps.database, staffKind, 'staff', now);
    return altered;
  }
  const alert = { kind: staffKind, subject: 'staff', message: altered.join('; ').slice(0, 1000) };
  if (await deps.raiseAlert(deps.database, alert, now)) deps.announceAlert(alert);
  return altered;
}

/** Once a day; two workers at once find the same. */
export function nightlyLogCheck(deps: LogCheckDeps): Tick {
  return async (now) => {
    const last = await lastCheckedAt(deps.database);
    const due = Math.floor((now.getTime() - dueAfterMidnight) / day) * day + dueAfterMidnight;
    if (last === null || last.getTime() < due) await runLogCheck(deps, now);
  };
}
