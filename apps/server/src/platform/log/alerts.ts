import type { Queryable } from '../db/database.ts';

/** A condition that staff have to look at; at most one is open for a kind and subject. */
export interface Alert {
  /** `watcher-stopped`. */
  kind: string;
  /** What it is about: `BITCOIN`, `deposit 7`. */
  subject: string;
  message: string;
}

/** How a slice raises alerts: the alerts slice gives them to all others. */
export interface AlertPorts {
  /** True when it is new; then the caller announces it once its transaction is committed. */
  readonly raiseAlert: (db: Queryable, alert: Alert, now: Date) => Promise<boolean>;
  readonly resolveAlert: (db: Queryable, kind: string, subject: string, now: Date) => Promise<void>;
  /** Writes the log line of a new alert. */
  readonly announceAlert: (alert: Alert) => void;
}
