import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { StaffSession } from '../../../platform/http/console/console-context.ts';
import type { StaffRole } from '../../../platform/staff/authority.ts';

export interface OpenSession {
  id: bigint;
  staffId: bigint;
  name: string;
  role: StaffRole;
  mustChoose: boolean;
  hasFactor: boolean;
  factor: StaffSession['factor'];
  lastUsedAt: Date;
  idleUntil: Date;
  expiresAt: Date;
}

const columns = `s.id, s.staff_id as "staffId", m.name, m.role, m.initial_until is not null as "mustChoose", s.factor,
  (exists (select from staff_totp t where t.staff_id = m.id and t.confirmed_at is not null)
    or exists (select from staff_passkey p where p.staff_id = m.id)) as "hasFactor",
  s.last_used_at as "lastUsedAt", s.idle_until as "idleUntil", s.expires_at as "expiresAt"`;

const byToken = query(
  'staff-session.by-token',
  `select ${columns} from staff_session s join staff m on m.id = s.staff_id
   where token_hash = $1 and device_hash = $2 and ended_at is null and expires_at > $3 and idle_until > $3 and m.status = 'ACTIVE'`,
).as<OpenSession>();

/** An ended, expired or idle one, one of another device and one of a disabled member are not found. */
export function findSession(
  db: Queryable,
  { tokenHash, deviceHash, now }: { tokenHash: Buffer; deviceHash: Buffer; now: Date },
): Promise<OpenSession | null> {
  return maybeOne(db, byToken, [tokenHash, deviceHash, now]);
}

const hold = lockingQuery('staff-session.hold-member', 'select hold_staff($1, $2) as "isHeld"').as<{
  isHeld: boolean;
}>();

/** Whether the member is active and, where a password was compared, still has it; held until the transaction ends. */
export async function holdStaff(
  dbTx: Transaction,
  { id, passwordHash }: { id: bigint; passwordHash?: string },
): Promise<boolean> {
  return (await one(dbTx, hold, [id, passwordHash ?? null])).isHeld;
}

export interface NewSession {
  staffId: bigint;
  tokenHash: Buffer;
  deviceHash: Buffer;
  factor: StaffSession['factor'];
  now: Date;
  idleUntil: Date;
  expiresAt: Date;
  model: string | null;
  system: string | null;
  browser: string | null;
  network: string | null;
}

const insert = query(
  'staff-session.open',
  `insert into staff_session (staff_id, token_hash, device_hash, factor, created_at, last_used_at, idle_until, expires_at, model, system, browser, network)
   values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11) returning id`,
).as<{ id: bigint }>();

export async function insertSession(db: Queryable, session: NewSession): Promise<bigint> {
  const { staffId, tokenHash, deviceHash, factor, now, idleUntil, expiresAt, model, system, browser, network } =
    session;
  const times = [now, idleUntil, expiresAt];
  return (await one(db, insert, [staffId, tokenHash, deviceHash, factor, ...times, model, system, browser, network]))
    .id;
}

const use = query(
  'staff-session.use',
  'update staff_session set last_used_at = $2, idle_until = $3, network = $4 where id = $1 and ended_at is null',
);

export async function noteSessionUse(
  db: Queryable,
  id: bigint,
  used: { now: Date; idleUntil: Date; network: string | null },
): Promise<void> {
  await execute(db, use, [id, used.now, used.idleUntil, used.network]);
}

const known = query(
  'staff-session.known-device',
  `select exists (select from staff_session s join staff m on m.id = s.staff_id
     where m.name = $1 and device_hash = $2 and s.created_at > $3) as "isKnown"`,
).as<{ isKnown: boolean }>();

/** Whether the member has logged in on this device since then. */
export async function isKnownDevice(db: Queryable, name: string, deviceHash: Buffer, since: Date): Promise<boolean> {
  return (await one(db, known, [name, deviceHash, since])).isKnown;
}

const live = query(
  'staff-session.live',
  `select id, factor, model, system, browser, network, created_at as "createdAt", last_used_at as "lastUsedAt" from staff_session
   where staff_id = $1 and ended_at is null and expires_at > $2 and idle_until > $2 order by id desc limit 100`,
).as<
  Pick<NewSession, 'factor' | 'model' | 'system' | 'browser' | 'network'> & {
    id: bigint;
    createdAt: Date;
    lastUsedAt: Date;
  }
>();

export function liveSessions(db: Queryable, staffId: bigint, now: Date) {
  return many(db, live, [staffId, now]);
}

const endReplaced = query(
  'staff-session.end-replaced',
  `update staff_session set ended_at = $3, end_reason = 'revoked'
   where staff_id = $1 and ended_at is null
     and (device_hash = $2 or id <= (select id from staff_session where staff_id = $1 and device_hash <> $2
       and ended_at is null and expires_at > $3 and idle_until > $3 order by id desc offset $4 limit 1))`,
);

/** Those that a login on this device replaces, and the oldest beyond `kept` on others. The member is held. */
export async function endReplacedSessions(
  dbTx: Transaction,
  { staffId, deviceHash, now, kept }: { staffId: bigint; deviceHash: Buffer; now: Date; kept: number },
): Promise<number> {
  return execute(dbTx, endReplaced, [staffId, deviceHash, now, kept]);
}

const end = query(
  'staff-session.end',
  `update staff_session set ended_at = $4, end_reason = $5
   where staff_id = $1 and ($2::bigint is null or id = $2) and id is distinct from $3 and ended_at is null returning id`,
).as<{ id: bigint }>();

/** One session of a member, or all but the one to keep; how many it were. */
export async function endSessions(
  db: Queryable,
  which: { staffId: bigint; only: bigint | null; keep: bigint | null; now: Date; reason: 'logout' | 'revoked' },
): Promise<number> {
  const { staffId, only, keep, now, reason } = which;
  return (await many(db, end, [staffId, only, keep, now, reason])).length;
}
