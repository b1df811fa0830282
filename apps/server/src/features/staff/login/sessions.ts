import { createHash } from 'node:crypto';
import type { ConsoleData } from '@lode/contract/console';
import type { Database } from '../../../platform/db/database.ts';
import type {
  CheckStaffSession,
  ConsoleContext,
  StaffContext,
  StaffSession,
} from '../../../platform/http/console/console-context.ts';
import { newDevice } from '../../../platform/http/console/console-cookies.ts';
import { coarseNetwork } from '../../../platform/http/networks.ts';
import { rowId } from '../../../platform/http/page.ts';
import { notFound, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { hashToken, newToken } from '../../../platform/http/session.ts';
import type { AnnouncePort } from '../../../platform/security-event.ts';
import { sessionDevice } from '../../../platform/session-device.ts';
import {
  endReplacedSessions,
  endSessions,
  findSession,
  holdStaff,
  insertSession,
  isKnownDevice,
  liveSessions,
  noteSessionUse,
  type OpenSession,
} from './session.store.ts';

export interface SessionDeps extends AnnouncePort {
  database: Database;
  /** There a password alone is enough. */
  isDemo: boolean;
  idleMinutes: number;
  sessionHours: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Of one member at once, each on a device of its own. */
const openAtMost = 10;
/** A use is noted at most so often. */
const notedEvery = 30_000;
/** As long as sessions are kept. */
export const knownFor = 90 * day;

export const hashDevice = (device: string): Buffer => createHash('sha256').update(device).digest();

/** How guesses of this browser at a member are counted: by its device where the member has logged in on it. */
export async function guesserOf(
  { database }: SessionDeps,
  name: string,
  { device, now }: ConsoleContext,
): Promise<string> {
  if (device === null) return 'stranger';
  const hash = hashDevice(device);
  const isKnown = await isKnownDevice(database, name, hash, new Date(now.getTime() - knownFor));
  return isKnown ? hash.toString('hex') : 'stranger';
}

/** Opens a session of a member that was proved, and is still as it was then. */
export async function openSession(
  deps: SessionDeps,
  context: ConsoleContext,
  member: { id: bigint; name: string; factor: StaffSession['factor']; passwordHash?: string },
): Promise<ConsoleData<'session'> | Refusal> {
  const { database, announce, idleMinutes, sessionHours } = deps;
  const { now, ip, userAgent } = context;
  const [token, device] = [newToken(), context.device ?? newDevice()];
  const [tokenHash, deviceHash] = [hashToken(token), hashDevice(device)];
  const isOpen = await database.transaction(async (dbTx) => {
    if (!(await holdStaff(dbTx, member))) return false;
    const ended = await endReplacedSessions(dbTx, { staffId: member.id, deviceHash, now, kept: openAtMost - 1 });
    if (ended > 0) {
      const detail = { staff: member.name, reason: 'replaced', sessions: String(ended) };
      await announce(dbTx, { kind: 'STAFF_SESSION_ENDED', customerId: null, at: now, detail });
    }
    await insertSession(dbTx, {
      staffId: member.id,
      tokenHash,
      deviceHash,
      factor: member.factor,
      now,
      idleUntil: new Date(now.getTime() + idleMinutes * minute),
      expiresAt: new Date(now.getTime() + sessionHours * hour),
      ...sessionDevice(userAgent),
      network: coarseNetwork(ip),
    });
    const detail = { staff: member.name, factor: member.factor, network: coarseNetwork(ip) ?? 'unknown' };
    await announce(dbTx, { kind: 'STAFF_SESSION_OPENED', customerId: null, at: now, detail });
    return true;
  });
  if (!isOpen) return refuse('wrongCredentials');
  const session = await findSession(database, { tokenHash, deviceHash, now });
  if (session === null) return refuse('sessionExpired');
  context.setSession(token, device);
  return viewOf(sessionOf(session, ip, deps));
}

export function checkSession(deps: SessionDeps): CheckStaffSession {
  const { database, idleMinutes } = deps;
  return async (token, { ip, isUnattended }, now) => {
    if (token === null) return refuse('sessionExpired');
    const session = await findSession(database, { tokenHash: token.hash, deviceHash: hashDevice(token.device), now });
    if (session === null) return refuse('sessionExpired');
    if (!isUnattended && now.getTime() - session.lastUsedAt.getTime() >= notedEvery) {
      const idleUntil = new Date(now.getTime() + idleMinutes * minute);
      await noteSessionUse(database, session.id, { now, idleUntil, network: coarseNetwork(ip) });
    }
    return sessionOf(session, ip, deps);
  };
}

function sessionOf(
  { mustChoose, hasFactor, ...session }: OpenSession,
  ip: string,
  { isDemo }: SessionDeps,
): StaffSession {
  const { id, staffId, name, role, factor, idleUntil, expiresAt } = session;
  const stage = mustChoose ? 'CHOOSE_PASSWORD' : hasFactor || isDemo ? 'OPEN' : 'SET_UP_FACTOR';
  return {
    id,
    staffId,
    name,
    role,
    factor,
    idleUntil,
    expiresAt,
    stage,
    hasNoFactor: !hasFactor,
    network: coarseNetwork(ip),
  };
}

export function viewOf(session: StaffSession): ConsoleData<'session'> {
  const { id, name, role, stage, factor, hasNoFactor, idleUntil, expiresAt } = session;
  return {
    id: id.toString(),
    name,
    role,
    stage,
    factor,
    hasNoFactor,
    idleUntil: idleUntil.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export async function listSessions(
  { database }: SessionDeps,
  { session, now }: StaffContext,
): Promise<ConsoleData<'sessions'>> {
  const found = await liveSessions(database, session.staffId, now);
  return found.map(({ id, createdAt, lastUsedAt, ...device }) => ({
    ...device,
    id: id.toString(),
    isCurrent: id === session.id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

/** One of the own sessions, or all but this one. */
export async function endOwn(
  deps: SessionDeps,
  { session, now }: StaffContext,
  which: { only: bigint | null; keep: bigint | null; reason: 'logout' | 'revoked' },
): Promise<number> {
  return deps.database.transaction(async (dbTx) => {
    const ended = await endSessions(dbTx, { staffId: session.staffId, now, ...which });
    const detail = { staff: session.name, reason: which.reason, sessions: String(ended) };
    if (ended > 0) await deps.announce(dbTx, { kind: 'STAFF_SESSION_ENDED', customerId: null, at: now, detail });
    return ended;
  });
}

export async function logOut(deps: SessionDeps, context: StaffContext): Promise<null> {
  await endOwn(deps, context, { only: context.session.id, keep: null, reason: 'logout' });
  context.dropSession();
  return null;
}

/** An unknown id and one of another member look alike. */
export async function endOne(
  deps: SessionDeps,
  context: StaffContext,
  { id }: { id: string },
): Promise<null | Refusal> {
  const only = rowId(id);
  if (only === null) return notFound();
  const ended = await endOwn(deps, context, { only, keep: null, reason: 'revoked' });
  return ended === 0 ? notFound() : null;
}

export async function endOthers(deps: SessionDeps, context: StaffContext): Promise<null> {
  await endOwn(deps, context, { only: null, keep: context.session.id, reason: 'revoked' });
  return null;
}
