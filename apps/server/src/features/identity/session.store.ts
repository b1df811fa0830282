import { batchReads } from '../../platform/db/batch-reads.ts';
import { execute, many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { OpenSessionRow } from '../../platform/http/session.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { logSampler } from '../../platform/log/log-sampler.ts';
import type { SessionDevice } from '../../platform/session-device.ts';

const byToken = query(
  'session.by-token',
  `select id, customer_id, account, device_id, expires_at, customer_status from open_session where token_hash = $1`,
).as<OpenSessionRow>();

function findSession(db: Queryable, tokenHash: Buffer): Promise<OpenSessionRow | null> {
  return maybeOne(db, byToken, [tokenHash]);
}

/** In a subselect, so that its plan is kept: docs/adr/0051. */
const byTokens = query(
  'session.by-tokens',
  `select place::int as place, id, customer_id, account, device_id, expires_at, customer_status
   from unnest((select $1::bytea[])) with ordinality asked (hash, place) join open_session on token_hash = hash`,
).as<OpenSessionRow & { place: number }>();

/** In the order of the tokens; null where no open session has it. */
async function findSessions(db: Queryable, tokenHashes: readonly Buffer[]): Promise<(OpenSessionRow | null)[]> {
  const found = Array<OpenSessionRow | null>(tokenHashes.length).fill(null);
  for (const { place, ...session } of await many(db, byTokens, [tokenHashes])) found[place - 1] = session;
  return found;
}

/** A failure of every batch must not fill the log. */
const loggedEveryMs = 10_000;
const limits = { concurrency: 2, largest: 64, longestMs: 10_000 };

/** Sessions that are asked for at the same time are read by one statement. */
export function sessionReader(db: Queryable, log: Pick<EventLog, 'warn'>) {
  const sample = logSampler(loggedEveryMs);
  return batchReads<Buffer, OpenSessionRow | null>(
    { one: (tokenHash) => findSession(db, tokenHash), batch: (tokenHashes) => findSessions(db, tokenHashes) },
    {
      ...limits,
      failed(error) {
        const times = sample('session');
        if (times !== null) log.warn({ event: 'session.batch-failed', err: error, times });
      },
    },
  );
}

const open = query(
  'session.open',
  `insert into session (
     customer_id, token_hash, device_id, created_at, expires_at, model, system, browser, network, last_used_at, idle_until
   ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $4, $10)
   returning id`,
).as<{ id: bigint }>();

export async function insertSession(
  db: Queryable,
  session: SessionDevice & {
    customerId: bigint;
    tokenHash: Buffer;
    deviceId: string | null;
    network: string | null;
    now: Date;
    expiresAt: Date;
    idleUntil: Date;
  },
): Promise<void> {
  const { customerId, tokenHash, deviceId, now, expiresAt, model, system, browser, network, idleUntil } = session;
  const device = [model, system, browser, network];
  await one(db, open, [customerId, tokenHash, deviceId, now, expiresAt, ...device, idleUntil]);
}

export interface SessionUseRow {
  id: bigint;
  at: Date;
  idleUntil: Date;
  network: string | null;
}

const noteUse = query(
  'session.note-uses',
  `update session set last_used_at = used.at, idle_until = used.idle_until, network = coalesce(used.network, session.network)
   from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::text[]) as used (id, at, idle_until, network)
   where session.id = used.id and session.revoked_at is null and (last_used_at is null or last_used_at < used.at)`,
);

/** An older note changes nothing: processes note uses of one session in any order. */
export async function noteUses(db: Queryable, uses: readonly SessionUseRow[]): Promise<void> {
  await execute(db, noteUse, [
    uses.map(({ id }) => id),
    uses.map(({ at }) => at),
    uses.map(({ idleUntil }) => idleUntil),
    uses.map(({ network }) => network),
  ]);
}

export interface LiveSession extends SessionDevice {
  id: bigint;
  deviceId: string | null;
  network: string | null;
  lastUsedAt: Date;
  createdAt: Date;
  expiresAt: Date;
}

const live = query(
  'session.live',
  `select id, device_id as "deviceId", created_at as "createdAt", expires_at as "expiresAt",
     model, system, browser, network, last_used_at as "lastUsedAt"
   from open_session where customer_id = $1 and expires_at > $2
   order by created_at desc, id desc limit 100`,
).as<LiveSession>();

export function liveSessions(db: Queryable, customerId: bigint, now: Date): Promise<LiveSession[]> {
  return many(db, live, [customerId, now]);
}

const endOne = query(
  'session.end-one',
  `update session set revoked_at = $3, revoked_reason = $4
   where id = $2 and customer_id = $1 and revoked_at is null and expires_at > $3 and (idle_until is null or idle_until > $3)
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
   where customer_id = $1 and revoked_at is null and id is distinct from $4
     and expires_at > $2 and (idle_until is null or idle_until > $2)
   returning id`,
).as<{ id: bigint }>();

/** Ends every session of the customer but the one to keep, if any; how many it were. */
export async function endSessions(
  db: Queryable,
  { customerId, keep, reason, now }: { customerId: bigint; keep: bigint | null; reason: EndReason; now: Date },
): Promise<number> {
  return (await many(db, endAll, [customerId, now, reason, keep])).length;
}

export type EndReason =
  | 'logout'
  | 'revoked'
  | 'password-changed'
  | 'password-reset'
  | 'contact-replaced'
  | 'reported'
  | 'disabled'
  | 'staff';

const shownOfDevice = 6;

/** Enough to tell one's devices apart. The whole of it would be what a thief needs to pass for a known device. */
export const deviceShown = (deviceId: string | null): string | null => deviceId?.slice(0, shownOfDevice) ?? null;
