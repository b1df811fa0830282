import { many, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';
import type { Alert, AlertPorts } from '../log/alerts.ts';
import type { EventLog } from '../log/event-log.ts';
import type { Tick } from './ticking.ts';

const endHolders = query(
  'jobs.end-lock-holders',
  `select pid, login, waiting, is_ended as "isEnded", why_not as "whyNot" from end_lock_holders($1 * interval '1 millisecond')`,
).as<Holder>();

const endHoarders = query(
  'jobs.end-hoarders',
  'select pid, login, why, is_ended as "isEnded", why_not as "whyNot" from end_hoarders()',
).as<Hoarder>();

interface Session {
  pid: number;
  login: string;
  isEnded: boolean;
  whyNot: string | null;
}

interface Hoarder extends Session {
  why: string;
}

interface Holder extends Session {
  waiting: number;
}

/** Longer than a transaction of a customers' process lasts, flooded or not; PostgreSQL takes no less. */
const longestHoldMs = 20_000;

/**
 * Ends sessions of customers' processes that hold up the worker or a command: each lock that they can take is one that others need,
 * and the memory for them is shared. A person looks into it: an honest process does not do that. `db` is one connection of its own:
 * those of the pool may all be waiting, and this one keeps a reserve of that memory.
 */
export function lockWatch(
  db: Queryable,
  { raiseAlert, announceAlert }: Omit<AlertPorts, 'resolveAlert'>,
  log: Pick<EventLog, 'error'>,
): Tick {
  return async (now) => {
    const report = async (session: Session, did: string) => {
      // One alert is open at a time; each end is a line of the log.
      if (session.isEnded) log.error({ event: 'lock-holder.ended', ...session });
      const alert = alertOf(session, did);
      if (await raiseAlert(db, alert, now)) announceAlert(alert);
    };
    // First: where the memory of locks is full, nothing else of the house works.
    for (const hoarder of await many(db, endHoarders)) await report(hoarder, hoarder.why);
    for (const holder of await many(db, endHolders, [longestHoldMs])) {
      await report(holder, `held locks that ${holder.waiting} waited for`);
    }
  };
}

function alertOf({ pid, login, isEnded, whyNot }: Session, did: string): Alert {
  const outcome = isEnded
    ? 'it was ended'
    : `end it as a superuser: select pg_terminate_backend(${pid})${whyNot === null ? '' : ` (${whyNot})`}`;
  return {
    kind: 'lock-held',
    subject: login,
    message: `session ${pid} of ${login} ${did}: ${outcome}`,
  };
}
