import { type Data, type Input, normaliseAccount } from '@lode/contract';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { CallerContext } from '../../platform/http/context.ts';
import { coarseNetwork } from '../../platform/http/networks.ts';
import { badInput, isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { hashToken, newToken } from '../../platform/http/session.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { sessionDevice } from '../../platform/session-device.ts';
import type { CountedAttempts, Factor } from './counted-attempt.ts';
import { type Customer, findCustomer, holdCustomer, rehashPassword } from './customer.store.ts';
import { type DeviceAge, knownDeviceOf } from './known-device.ts';
import { type CountedCaller, forgetAttempts } from './login-attempt.store.ts';
import { matchCode, useUpCode } from './one-time-code.ts';
import { deviceShown, insertSession } from './session.store.ts';
import { userView } from './user-view.ts';

export interface LogInDeps extends DeviceAge, AnnouncePort {
  database: Database;
  passwords: Passwords;
  pepper: Buffer;
  countedAttempts: CountedAttempts;
  /** A session that is not used for so long ends. */
  sessionIdleDays: number;
}

type LogInAnswer = Data<'login'> | Refusal;

const day = 24 * 60 * 60_000;
const sessionLives = 30 * day;

/**
 * Opens a session for a right password or one-time code. An account that does not exist costs the same work and gets the
 * same answer; only the holder of the secret learns that the account is disabled.
 */
export async function logIn(deps: LogInDeps, context: CallerContext, input: Input<'login'>): Promise<LogInAnswer> {
  const { countedAttempts } = deps;
  const { password, code } = input;
  if (password !== undefined && code !== undefined) return badInput('code');
  // What cannot be an account is one that does not exist.
  const account = normaliseAccount(input.account) ?? input.account;
  if (password === undefined && code === undefined) return badInput('password');
  const caller = { account, knownDevice: await knownDeviceOf(deps, account, context) };
  if (password !== undefined) {
    return countedAttempts.underLock(caller, () => byPassword(deps, context, caller, password));
  }
  return countedAttempts.withCode(caller, () => byCode(deps, context, account, code ?? ''));
}

async function byPassword(
  deps: LogInDeps,
  context: CallerContext,
  { account, knownDevice }: CountedCaller,
  password: string,
): Promise<LogInAnswer> {
  const { database, passwords } = deps;
  const customer = await findCustomer(database, account);
  const asker = knownDevice === null ? 'stranger' : 'known-device';
  const isRight = await passwords.verify(customer?.passwordHash ?? null, password, asker);
  if (customer === null || !isRight) return refuse('wrongCredentials');
  const answer = await database.transaction(async (dbTx) => {
    // Comparing takes long. Who was given a new password or contact meanwhile ended the sessions that there were, not this one.
    const current = await holdCustomer(dbTx, account);
    if (current?.id !== customer.id || current.passwordHash !== customer.passwordHash)
      return refuse('wrongCredentials');
    if (current.status === 'DISABLED') return refuse('accountDisabled');
    return openSession(dbTx, deps, context, { customer: current, factor: 'password' });
  });
  const { id: customerId, passwordHash: from } = customer;
  const to = isRefusal(answer) || from === null ? null : await passwords.rehash(from, password, asker);
  // After the session: its transaction shares the row with other logins, and an update would wait for them.
  if (to !== null) await rehashPassword(database, { customerId, from: from ?? '', to });
  return answer;
}

function byCode(deps: LogInDeps, context: CallerContext, account: string, code: string): Promise<LogInAnswer> {
  const { database } = deps;
  const { now, deviceId } = context;
  return database.transaction(async (dbTx) => {
    const codeId = await matchCode(dbTx, deps, { account, scene: 'LOGIN', code, now, deviceId });
    const customer = codeId && (await holdCustomer(dbTx, account));
    if (!codeId || !customer) return refuse('wrongCode');
    // A refusal leaves the code good.
    if (customer.status === 'DISABLED') return refuse('accountDisabled');
    await useUpCode(dbTx, codeId, now);
    await forgetAttempts(dbTx, account);
    return openSession(dbTx, deps, context, { customer, factor: 'code' });
  });
}

/** Bound to the device that logged in, if it named itself. Only the hash of the token stays here. */
async function openSession(
  dbTx: Transaction,
  { announce, sessionIdleDays }: LogInDeps,
  { now, deviceId, ip, userAgent }: CallerContext,
  { customer, factor }: { customer: Customer; factor: Factor },
): Promise<Data<'login'>> {
  const accessToken = newToken();
  const seen = sessionDevice(userAgent);
  const expiresAt = new Date(now.getTime() + sessionLives);
  await insertSession(dbTx, {
    customerId: customer.id,
    tokenHash: hashToken(accessToken),
    deviceId,
    ...seen,
    network: coarseNetwork(ip),
    now,
    expiresAt,
    idleUntil: new Date(now.getTime() + sessionIdleDays * day),
  });
  const known = Object.entries({ factor, device: deviceShown(deviceId), ...seen }).filter(
    ([, value]) => value !== null,
  );
  const detail = Object.fromEntries(known) as Record<string, string>;
  await announce(dbTx, { kind: 'SESSION_OPENED', customerId: customer.id, at: now, detail });
  return { accessToken, expiresAt: expiresAt.toISOString(), user: userView(customer) };
}
