import { describeDifference } from '@lode/ledger';
import type { Database } from '../platform/db/database.ts';
import type { Tick } from '../platform/jobs/ticking.ts';
import type { KeptList } from '../platform/kept-list.ts';
import type { AlertPorts } from '../platform/log/alerts.ts';

const kind = 'lists-differ';
/** Each check reads an index of all machines. */
const hourMs = 3_600_000;

/**
 * Keeps lists of the console short, and counts them again once an hour: an alert where one is otherwise. No check of the books: a wrong
 * count of a list stops no payment.
 */
export function keptLists(database: Database, ports: AlertPorts, lists: readonly KeptList[]): Tick {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    for (const { fold } of lists) await fold(database);
    if (Math.abs(now.getTime() - checkedAt) < hourMs) return;
    // Also where one fails: the next one is not made at once.
    checkedAt = now.getTime();
    for (const { name, check } of lists) {
      const [first, ...others] = await check(database);
      if (first === undefined) {
        await ports.resolveAlert(database, kind, name, now);
        continue;
      }
      const more = others.length > 0 ? ` (${others.length} more)` : '';
      const alert = { kind, subject: name, message: `a list is counted wrongly: ${describeDifference(first)}${more}` };
      if (await ports.raiseAlert(database, alert, now)) ports.announceAlert(alert);
    }
  };
}
