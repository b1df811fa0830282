import { type Data, type Input, normaliseAccount } from '@lode/contract';
import { secondsUntil } from '../../platform/clock/seconds.ts';
import { isOfStrangers } from '../../platform/code-scenes.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { OpenContext } from '../../platform/http/context.ts';
import { badInput, isRefusal, notFound, type Refusal, refuse } from '../../platform/http/refusal.ts';
import {
  readWithdrawCodePurpose,
  type WithdrawCodePurpose,
  withdrawCodeSubject,
} from '../../platform/money-call/withdraw-code.ts';
import { hashCode, newCode } from '../../platform/secrets/one-time-secret.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { codeCaps, freeAgainAt, shortestPause } from './code-caps.ts';
import { findCustomer } from './customer.store.ts';
import { type DeviceAge, knownDeviceOf } from './known-device.ts';
import { type CodePurpose, insertCode, lockCodeRequests, readNthRequests } from './one-time-code.store.ts';
import { codeContext, codeLives } from './one-time-code.ts';
import type { RefusedAccess } from './refused-access.ts';

export interface RequestCodeDeps extends AnnouncePort, DeviceAge {
  database: Database;
  refusedAccess: RefusedAccess;
  pepper: Buffer;
  /** Messages with codes a day: for strangers, and as many for customers who are logged in. */
  codesPerDay: number;
  readonly sendMessage: (
    db: Queryable,
    message: { to: string; scene: Scene | 'CHANGE_CONTACT'; code: string; payment?: WithdrawCodePurpose },
    expiresAt: Date,
  ) => Promise<void>;
}

type Scene = Input<'sendCode'>['scene'];

/** Codes for these guard money: they go to the owner's own session only. */
const ownersOnly = new Set<Scene>(['FUNDS_PASSWORD', 'WITHDRAW', 'SECOND_FACTOR']);

/** Sends a one-time code under the caps. Whether the account exists shows in nothing: not in the answer, not in a cap. */
export async function requestCode(
  deps: RequestCodeDeps,
  context: OpenContext,
  input: Input<'sendCode'>,
): Promise<Data<'sendCode'> | Refusal> {
  const { scene } = input;
  const account = normaliseAccount(input.account);
  if (ownersOnly.has(scene)) {
    const session = await context.checkSession();
    if (isRefusal(session)) return session;
    if (session.account !== account) {
      await deps.refusedAccess.note(session, 'other-account');
      return notFound();
    }
  }
  if (account === null) return badInput('account');
  const payment = scene === 'WITHDRAW' ? readWithdrawCodePurpose(input) : null;
  if (isRefusal(payment)) return payment;

  const { now, deviceId } = context;
  const isKnownDevice = isOfStrangers(scene) && (await knownDeviceOf(deps, account, context)) !== null;
  const request: CodeRequest = { account, scene, deviceId, isKnownDevice, payment, now };
  // First without the lock: a caller over a cap stays over it and need not queue.
  const refusedAtOnce = await overCap(deps.database, request, deps.codesPerDay);
  if (refusedAtOnce) return refusedAtOnce;
  return deps.database.transaction(async (dbTx) => {
    await lockCodeRequests(dbTx);
    const refused = await overCap(dbTx, request, deps.codesPerDay);
    if (refused) return refused;
    await makeCode(dbTx, deps, request);
    return { expiresIn: codeLives / 1000, retryAfter: shortestPause / 1000 };
  });
}

interface CodeRequest {
  account: string;
  scene: Scene;
  /** Of the scene WITHDRAW: what the code is good for. */
  payment: WithdrawCodePurpose | null;
  deviceId: string | null;
  isKnownDevice: boolean;
  now: Date;
}

async function makeCode(db: Queryable, deps: RequestCodeDeps, request: CodeRequest): Promise<void> {
  const { account, scene, deviceId, payment, now } = request;
  const customer = await findCustomer(db, account);
  const code = newCode();
  const expiresAt = new Date(now.getTime() + codeLives);
  const codeHash = customer && hashCode(deps.pepper, codeContext({ account, scene }), code);
  const subject = payment === null ? '' : withdrawCodeSubject(payment);
  await insertCode(db, { account, scene, deviceId, codeHash, sentAt: now, expiresAt, subject });
  if (customer) await deps.sendMessage(db, { to: account, scene, code, ...(payment && { payment }) }, expiresAt);
  const detail = { scene, ...(payment && { coin: payment.coin, addressEnd: payment.address.slice(-6) }) };
  await deps.announce(db, { kind: 'CODE_SENT', customerId: customer?.id ?? null, at: now, detail });
}

/** The refusal of the cap that holds longest, null when a code may be sent. */
async function overCap(db: Queryable, request: CodeRequest, codesPerDay: number): Promise<Refusal | null> {
  const freeAt = await nextCodeAt(db, request, codesPerDay);
  return freeAt && refuse('tooOften', { retryAfter: secondsUntil(freeAt, request.now) });
}

/** When the caps let the next code be sent; null: now. Exact only under `lockCodeRequests`. */
export async function nextCodeAt(
  db: Queryable,
  request: CodePurpose & { deviceId: string | null; isKnownDevice: boolean; now: Date },
  codesPerDay: number,
): Promise<Date | null> {
  const caps = codeCaps(codesPerDay, request);
  return freeAgainAt(caps, await readNthRequests(db, request, caps), request.now);
}
