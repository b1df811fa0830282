import { execute, many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { OpenSessionRow } from '../../platform/http/session.ts';

const byToken = query(
  'session.by-token',
  `select id, customer_id, account, device_id, expires_at, customer_status from open_session where token_hash = $1`,
).as<OpenSessionRow>();

export function findSession(db: Queryable, tokenHash: Buffer): Promise<OpenSessionRow | null> {
  return maybeOne(db, byToken, [tokenHash]);
}

const open = query(
  'session.open',
  `insert into session (customer_id, token_hash, device_id, created_at, expires_at) values ($1, $2, $3, $4, $5)
   returning id`,
).as<{ id: bigint }>();

export async function insertSession(
  db: Queryable,
  session: { customerId: bigint; tokenHash: Buffer; deviceId: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await one(db, open, [session.customerId, session.tokenHash, session.deviceId, session.now, session.expiresAt]);
}

export interface LiveSession {
  id: bigint;
  deviceId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

const live = query(
  'session.live',
  `select id, device_id as "deviceId", created_at as "createdAt", expires_at as "expiresAt"
   from open_session where customer_id = $1 and expires_at > $2
   order by created_at desc, id desc limit 100`,
).as<LiveSession>();

export function liveSessions(db: Queryable, customerId: bigint, now: Date): Promise<LiveSession[]> {
  return many(db, live, [customerId, now]);
}

const endOne = query(
  'session.end-one',
  `update session set revoked_at = $3, revoked_reason = $4
   where id = $2 and customer_id = $1 and revoked_at is null and expires_at > $3
   returning id`,
).as<{ id: bigint }>();

/** False for an ended session or one of another customer. */
export async function endSession(
  db: Queryable,
  { customerId, id, reason, now }: { customerId: bigint; id: bigint; reason: EndReason; now: Date },
): Promise<boolean> {
  return (await maybeOne(db, endOne, [customerId, id, now, reason])) !== null;
}

const endAll = query(
  'session.end-all',
  `update session set revoked_at = $2, revoked_reason = $3
   where customer_id = $1 and revoked_at is null and id is distinct from $4`,
);

/** Ends every session of the customer but the one to keep, if any. */
export async function endSessions(
  db: Queryable,
  { customerId, keep, reason, now }: { customerId: bigint; keep: bigint | null; reason: EndReason; now: Date },
): Promise<void> {
  await execute(db, endAll, [customerId, now, reason, keep]);
}

export type EndReason = 'logout' | 'revoked' | 'password-changed' | 'password-reset' | 'contact-replaced' | 'reported';

const shownOfDevice = 6;

/** Enough to tell one's devices apart. The whole of it would be what a thief needs to pass for a known device. */
export const deviceShown = (deviceId: string | null): string | null => deviceId?.slice(0, shownOfDevice) ?? null;
