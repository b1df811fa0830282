import type { Data } from '@lode/contract';
import type { Queryable } from './db/database.ts';

/** Events of which the customer gets a notice. */
export type NoticeKind = Data<'securityNotice'>['kind'];
/** Events that stand in the log only. */
export const loggedKinds = [
  'LOGIN_FAILED',
  'CODE_FAILED',
  'FUNDS_PASSWORD_FAILED',
  'SECOND_FACTOR_FAILED',
  'SESSION_ENDED',
  'ACCESS_REFUSED',
  'STAFF_DENIED',
  'STAFF_LOCKED',
  'STAFF_SESSION_OPENED',
  'STAFF_SESSION_ENDED',
] as const;
type LoggedKind = (typeof loggedKinds)[number];
export type SecurityEventKind = NoticeKind | LoggedKind;

/** As `via`: staff caused the event, so that every contact gets the notice. */
export const throughNoContact = '';

/** What happened to whose security. It is kept for good: no secret and no account in full belongs in `detail`. */
export interface SecurityEvent {
  kind: SecurityEventKind;
  /** Null where no customer has the account that was named. */
  customerId: bigint | null;
  at: Date;
  detail?: Record<string, string>;
  /** The contact that the event came through, when it is not the one that the customer logs in with: the notice goes to the others. */
  via?: string;
  /** A contact that the customer had until now: it gets the notice too. */
  formerContact?: string;
  /** Of the caller. Left out: of the caller on whose behalf the code runs. */
  network?: string | null;
}

/** How slices announce security events: written to the log, and queued for a notice, in the transaction of the event. */
export type AnnounceEvent = (db: Queryable, event: SecurityEvent) => Promise<void>;

/** Several in one statement: of kinds that have a notice, to the customer's usual contacts. */
export type AnnounceEvents = (
  db: Queryable,
  events: readonly Omit<SecurityEvent, 'via' | 'formerContact'>[],
) => Promise<void>;

export interface AnnouncePort {
  readonly announce: AnnounceEvent;
}
