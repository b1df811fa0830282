import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { secondsUntil } from '../../../platform/clock/seconds.ts';
import type { ConsoleContext, StaffContext } from '../../../platform/http/console/console-context.ts';
import { type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import { authorityOf } from '../../../platform/staff/authority.ts';
import { changeOwnPassword, givenFrom } from '../changes/changes.store.ts';
import { refusalOfPassword } from '../changes/passwords.ts';
import { findStaff, type StaffRow } from '../staff.store.ts';
import { type Proved, type ProveMemberDeps, proveMember } from './prove-member.ts';
import { guesserOf, hashDevice, openSession, type SessionDeps } from './sessions.ts';

export interface LogInDeps extends ProveMemberDeps, SessionDeps {
  log: EventLog;
}

/** A name that does not exist costs the same work and gets the same answer; only who holds the secrets learns of a disabled account. */
export async function logInByPassword(
  deps: LogInDeps,
  context: ConsoleContext,
  { name, password, code }: ConsoleInput<'loginByPassword'>,
): Promise<ConsoleData<'session'> | Refusal> {
  const caller = await guesserOf(deps, name, context);
  const proved = await proveMember(deps, { name, password, code: code || null, caller });
  if (proved.outcome !== 'proved') return refusalOf(proved, context.now);
  const { member, factor } = proved;
  const { id, passwordHash } = member;
  return openSession(deps, context, { id, name: member.name, factor, passwordHash });
}

function refusalOf(proved: Exclude<Proved, { outcome: 'proved' }>, now: Date): Refusal {
  switch (proved.outcome) {
    case 'wrong':
      return refuse(proved.part === 'CODE' ? 'wrongCode' : 'wrongCredentials');
    case 'disabled':
      return refuse('accountDisabled');
    case 'locked':
      return refuse('accountLocked', { retryAfter: secondsUntil(proved.until, now) });
    case 'factor-needed':
      return refuse('secondFactorNeeded', { methods: proved.methods, remaining: null });
  }
}

/** The member of a session by its password, counted like a login: who finds an open browser does not add a key of their own. */
export async function provePassword(
  deps: LogInDeps,
  context: StaffContext,
  password: string,
): Promise<StaffRow | Refusal> {
  const { name } = context.session;
  const caller = context.device === null ? 'stranger' : hashDevice(context.device).toString('hex');
  const proved = await deps.countGuess({ name, caller }, async () => {
    const member = await findStaff(deps.database, name);
    const isRight = await deps.passwords.verify(member?.passwordHash ?? null, password, 'known-device');
    return isRight && member
      ? { outcome: 'right' as const, member }
      : { outcome: 'wrong' as const, part: 'PASSWORD' as const };
  });
  if (proved.outcome === 'right') return proved.member;
  return refusalOf(proved, context.now);
}

export async function changePassword(
  deps: LogInDeps,
  context: StaffContext,
  { password, newPassword }: ConsoleInput<'changePassword'>,
): Promise<ConsoleData<'session'> | Refusal> {
  const { session, now } = context;
  const member = await provePassword(deps, context, password);
  if (!('passwordHash' in member)) return member;
  if (refusalOfPassword(newPassword) !== null || newPassword === password) return refuse('badPasswordFormat');
  const to = await deps.passwords.hash(newPassword, 'known-device');
  const change = { staffId: member.id, from: member.passwordHash, to, now };
  const { from } = authorityOf(session);
  const isChanged = await givenFrom(deps.database, from, (dbTx) => changeOwnPassword(dbTx, change));
  if (!isChanged) return refuse('notOperable');
  // A new token: who had the old one is out.
  return openSession(deps, context, { id: member.id, name: member.name, factor: session.factor });
}
