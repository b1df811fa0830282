import { type Input, isPassword, normaliseAccount } from '@lode/contract';
import type { Database } from '../../platform/db/database.ts';
import type { OpenContext, RequestContext, Session } from '../../platform/http/context.ts';
import { badInput, isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import type { CountedAttempts } from './counted-attempt.ts';
import { type Customer, changePasswordHash, findCustomer, readCustomer } from './customer.store.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { forgetAttempts } from './login-attempt.store.ts';
import { type CodeGuess, matchCode, useUpCode } from './one-time-code.ts';

export interface ChangePasswordDeps extends AnnouncePort {
  database: Database;
  passwords: Passwords;
  pepper: Buffer;
  countedAttempts: CountedAttempts;
}

/** Puts a new password in place of one that the caller knows, and ends every other session. */
export async function updatePassword(
  { database, passwords, countedAttempts, announce }: ChangePasswordDeps,
  { session, now }: RequestContext,
  { oldPassword, newPassword }: Input<'updatePassword'>,
): Promise<null | Refusal> {
  if (!isPassword(newPassword)) return refuse('badPasswordFormat');
  // Before the old one is compared: what is said here depends on nothing but what was typed.
  if (newPassword === oldPassword) return refuse('badPasswordFormat', { field: 'newPassword', reason: 'SAME_AS_OLD' });
  if (isCommonPassword(newPassword)) return tooCommon('newPassword');
  const { customerId, id: keep } = session;
  // A caller who is logged in counts for that device alone, a new one too: no stranger keeps an owner from changing the password.
  const caller = { account: session.account, knownDevice: session.deviceId };
  return countedAttempts.underLock(caller, async () => {
    const { passwordHash: from } = await readCustomer(database, customerId);
    if (!(await passwords.verify(from, oldPassword, 'known-device'))) return refuse('wrongCredentials');
    const to = await passwords.hash(newPassword, 'known-device');
    return database.transaction(async (dbTx) => {
      const isChanged = await changePasswordHash(dbTx, { customerId, from, to, now });
      if (!isChanged) return refuse('wrongCredentials');
      const ended = await endAllSessions(dbTx, announce, { customerId, keep, reason: 'password-changed', now });
      await announce(dbTx, { kind: 'PASSWORD_CHANGED', customerId, at: now, detail: sessionsIn(ended) });
      return null;
    });
  });
}

/** Compares the login password of a caller who is logged in, under the lock-out of the own device. Null: it is right. */
export function checkLoginPassword(
  { database, passwords, countedAttempts }: Omit<ChangePasswordDeps, 'pepper'>,
  { customerId, account, deviceId }: Session,
  password: string,
): Promise<null | Refusal> {
  return countedAttempts.underLock({ account, knownDevice: deviceId }, async () => {
    const { passwordHash } = await readCustomer(database, customerId);
    return (await passwords.verify(passwordHash, password, 'known-device')) ? null : refuse('wrongCredentials');
  });
}

/**
 * Sets a first or forgotten password with a one-time code. The holder of the code owns the account: a lock-out that
 * guesses caused ends here. A reset ends every session; a first setting has nothing to protect from.
 */
export async function setPassword(
  deps: ChangePasswordDeps,
  { now, deviceId }: OpenContext,
  { account: typed, code, password }: Input<'setPassword'>,
): Promise<null | Refusal> {
  const { database, passwords, announce } = deps;
  if (!isPassword(password)) return refuse('badPasswordFormat');
  if (isCommonPassword(password)) return tooCommon('password');
  const account = normaliseAccount(typed);
  if (account === null) return badInput('account');

  const proof = await proveOwnership(deps, { account, code, now, deviceId });
  if (isRefusal(proof)) return proof;
  const { customer, codeId } = proof;
  // Between the two transactions, not inside one: hashing takes long and needs no connection.
  const to = await passwords.hash(password, 'known-device');
  return database.transaction(async (dbTx) => {
    if (!(await useUpCode(dbTx, codeId, now))) return refuse('wrongCode');
    const { id: customerId, passwordHash } = await readCustomer(dbTx, customer.id);
    const isChanged = await changePasswordHash(dbTx, { customerId, from: passwordHash, to, now });
    if (!isChanged) throw new Error('the password was changed by a concurrent request: try again');
    const all = { customerId, keep: null, reason: 'password-reset', now } as const;
    const ended = passwordHash === null ? 0 : await endAllSessions(dbTx, announce, all);
    await forgetAttempts(dbTx, account);
    await announce(dbTx, { kind: 'PASSWORD_SET', customerId, at: now, detail: sessionsIn(ended) });
    return null;
  });
}

/** The notice of a new password says that devices were logged out by it. */
const sessionsIn = (ended: number): Record<string, string> => (ended > 0 ? { sessions: String(ended) } : {});

/** Of a new password alone: a login with one that was set before goes on. */
const tooCommon = (field: string) => refuse('badPasswordFormat', { field, reason: 'TOO_COMMON' });

function proveOwnership(
  deps: ChangePasswordDeps,
  guess: Omit<CodeGuess, 'scene'>,
): Promise<{ customer: Customer; codeId: bigint } | Refusal> {
  return deps.database.transaction(async (dbTx) => {
    const codeId = await matchCode(dbTx, deps, { ...guess, scene: 'SET_PASSWORD' });
    const customer = codeId && (await findCustomer(dbTx, guess.account));
    if (!codeId || !customer) return refuse('wrongCode');
    return customer.status === 'DISABLED' ? refuse('accountDisabled') : { customer, codeId };
  });
}
