import { randomBytes } from 'node:crypto';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { secondsUntil } from '../../../platform/clock/seconds.ts';
import type { StaffContext } from '../../../platform/http/console/console-context.ts';
import { type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { base32, matchStep, otpauthUri } from '../../../platform/secrets/totp.ts';
import { authorityOf } from '../../../platform/staff/authority.ts';
import { givenFrom } from '../changes/changes.store.ts';
import { beginTotp, confirmTotp, readOpenTotp } from './factors.store.ts';
import { type LogInDeps, provePassword } from './log-in.ts';
import { sealContext } from './prove-member.ts';
import { hashDevice, openSession } from './sessions.ts';

/** As RFC 4226 recommends: 160 bits. */
const secretBytes = 20;
const setUpLivesMs = 30 * 60_000;

/** A new secret for the app. Nothing asks for it before the member has shown a code of it. */
export async function beginTotpSetUp(
  deps: LogInDeps,
  context: StaffContext,
  { password }: ConsoleInput<'totpBegin'>,
): Promise<ConsoleData<'totpBegin'> | Refusal> {
  const { staffId, name, stage } = context.session;
  if (stage === 'CHOOSE_PASSWORD') return refuse('notOperable', { stage });
  const member = await provePassword(deps, context, password);
  if (!('passwordHash' in member)) return member;
  const secret = randomBytes(secretBytes);
  const sealed = deps.sealer.seal(secret, sealContext(staffId));
  if (!(await beginTotp(deps.database, staffId, sealed, context.now))) return refuse('notOperable');
  return { secret: base32(secret), uri: otpauthUri(secret, name) };
}

/** Every other session ends, and this one goes on under a new token: it was opened with less. */
export async function confirmTotpSetUp(
  deps: LogInDeps,
  context: StaffContext,
  { code }: ConsoleInput<'totpConfirm'>,
): Promise<ConsoleData<'session'> | Refusal> {
  const { session, now, device } = context;
  const { staffId, name } = session;
  const open = await readOpenTotp(deps.database, staffId);
  if (open === null || now.getTime() - open.startedAt.getTime() > setUpLivesMs) return refuse('notOperable');
  const secret = deps.sealer.open(open.sealedSecret, sealContext(staffId));
  const caller = device === null ? 'stranger' : hashDevice(device).toString('hex');
  const proved = await deps.countGuess({ name, caller }, async () => {
    const step = matchStep(secret, code.replace(/\s/g, ''), { now: deps.machineTime(), lastStep: 0 });
    return step === null ? { outcome: 'wrong' as const } : { outcome: 'right' as const, step };
  });
  if (proved.outcome === 'locked') return refuse('accountLocked', { retryAfter: secondsUntil(proved.until, now) });
  if (proved.outcome === 'wrong') return refuse('wrongCode');
  const { from } = authorityOf(session);
  const isConfirmed = await givenFrom(deps.database, from, (dbTx) =>
    confirmTotp(dbTx, { staffId, step: proved.step, now }),
  );
  if (!isConfirmed) return refuse('notOperable');
  return openSession(deps, context, { id: staffId, name, factor: 'TOTP' });
}
