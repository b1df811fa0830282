import { many, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';
import type { Alert, AlertPorts } from '../log/alerts.ts';
import type { EventLog } from '../log/event-log.ts';
import type { Tick } from './ticking.ts';

const endHolders = query(
  'jobs.end-lock-holders',
  `select pid, login, waiting, is_ended as "isEnded", why_not as "whyNot" from end_lock_holders($1 * interval '1 millisecond')`,
).as<Holder>();

interface Holder {
  pid: number;
  login: string;
  waiting: number;
  isEnded: boolean;
  whyNot: string | null;
}

/** Longer than a transaction of a customers' process lasts, flooded or not; PostgreSQL takes no less. */
const longestHoldMs = 20_000;

/**
 * Ends sessions of customers' processes that hold up the worker or a command: each lock that they can take is one that others need.
 * `db` has connections of its own, as those of the pool may all be waiting. A person looks into it: an honest process does not do that.
 */
export function lockWatch(
  db: Queryable,
  { raiseAlert, announceAlert }: Omit<AlertPorts, 'resolveAlert'>,
  log: Pick<EventLog, 'error'>,
): Tick {
  return async (now) => {
    for (const holder of await many(db, endHolders, [longestHoldMs])) {
      // One alert is open at a time; each end is a line of the log.
      if (holder.isEnded) log.error({ event: 'lock-holder.ended', ...holder });
      const alert = alertOf(holder);
      if (await raiseAlert(db, alert, now)) announceAlert(alert);
    }
  };
}

function alertOf({ pid, login, waiting, isEnded, whyNot }: Holder): Alert {
  const outcome = isEnded
    ? 'it was ended'
    : `end it as a superuser: select pg_terminate_backend(${pid})${whyNot === null ? '' : ` (${whyNot})`}`;
  return {
    kind: 'lock-held',
    subject: login,
    message: `session ${pid} of ${login} held locks that ${waiting} waited for: ${outcome}`,
  };
}
