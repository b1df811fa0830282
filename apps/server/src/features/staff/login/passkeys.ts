import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { ConsoleContext, StaffContext } from '../../../platform/http/console/console-context.ts';
import { type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { findStaffById } from '../staff.store.ts';
import { forgetGuesses } from './attempts.store.ts';
import { addPasskey, findPasskey, keepChallenge, notePasskeyUse, passkeysOf, spendChallenge } from './factors.store.ts';
import { type LogInDeps, provePassword } from './log-in.ts';
import { openSession } from './sessions.ts';

const challengeLivesMs = 5 * 60_000;
/** ES256, EdDSA, RS256: what authenticators have. */
const algorithms = [-7, -8, -257];

const rpIdOf = (origin: string): string => new URL(origin).hostname;

/** Names no member: the passkey says whose it is. */
export async function passkeyLoginOptions(
  { database }: LogInDeps,
  { origin, now }: ConsoleContext,
): Promise<ConsoleData<'loginPasskeyOptions'>> {
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    userVerification: 'required',
    timeout: challengeLivesMs,
  });
  await keepChallenge(database, options.challenge, null, new Date(now.getTime() + challengeLivesMs));
  const { challenge } = options;
  return { challenge, rpId: rpIdOf(origin), timeout: challengeLivesMs, userVerification: 'required' };
}

/** A passkey with its PIN or finger is two factors: no password is asked. */
export async function logInByPasskey(
  deps: LogInDeps,
  context: ConsoleContext,
  { response }: ConsoleInput<'loginByPasskey'>,
): Promise<ConsoleData<'session'> | Refusal> {
  const { database, announce } = deps;
  const { now, origin } = context;
  const passkey = await findPasskey(database, response.id);
  const member = passkey && (await findStaffById(database, passkey.staffId));
  const counter = passkey && (await verifiedCounter(deps, { response, passkey, origin, now }));
  if (
    passkey === null ||
    member === null ||
    counter === null ||
    !(await notePasskeyUse(database, response.id, counter, now))
  ) {
    const detail = { staff: member?.name ?? 'unknown', caller: 'passkey' };
    await announce(database, { kind: 'STAFF_DENIED', customerId: null, at: now, detail });
    return refuse('wrongCredentials');
  }
  if (member.status === 'DISABLED') return refuse('accountDisabled');
  await forgetGuesses(database, member.name);
  return openSession(deps, context, { id: member.id, name: member.name, factor: 'PASSKEY' });
}

/** The counter of a genuine answer to a challenge that was given; null for any other. */
async function verifiedCounter(
  { database }: LogInDeps,
  given: {
    response: ConsoleInput<'loginByPasskey'>['response'];
    passkey: { credentialId: string; publicKey: Buffer; counter: number };
    origin: string;
    now: Date;
  },
): Promise<number | null> {
  const { response, passkey, origin, now } = given;
  const { credentialId: id, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (challenge) => spendChallenge(database, challenge, null, now),
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library throws for what does not fit; a fault of the database is one still.
    if (
      error instanceof Error &&
      !('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code))
    )
      return null;
    throw error;
  }
}

export async function newPasskeyOptions(
  deps: LogInDeps,
  context: StaffContext,
  { password }: ConsoleInput<'passkeyOptions'>,
): Promise<ConsoleData<'passkeyOptions'> | Refusal> {
  const { database } = deps;
  const { session, origin, now } = context;
  if (session.stage === 'CHOOSE_PASSWORD') return refuse('notOperable', { stage: session.stage });
  const member = await provePassword(deps, context, password);
  if (!('passwordHash' in member)) return member;
  const rp = { id: rpIdOf(origin), name: 'Lode' };
  const options = await generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userName: session.name,
    userID: Buffer.from(`lode staff ${session.staffId}`),
    attestationType: 'none',
    timeout: challengeLivesMs,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: (await passkeysOf(database, session.staffId)).map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(database, options.challenge, session.staffId, new Date(now.getTime() + challengeLivesMs));
  return {
    challenge: options.challenge,
    rp,
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: challengeLivesMs,
    attestation: 'none',
    excludeCredentials: (options.excludeCredentials ?? []).map(({ id, type }) => ({ id, type })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

/** Every other session ends, and this one goes on under a new token. */
export async function addNewPasskey(
  deps: LogInDeps,
  context: StaffContext,
  { response, label }: ConsoleInput<'passkeyAdd'>,
): Promise<ConsoleData<'session'> | Refusal> {
  const { database } = deps;
  const { session, origin, now } = context;
  const { staffId, name } = session;
  const made = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => spendChallenge(database, challenge, staffId, now),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: Error) => {
    deps.log.warn({ event: 'staff.passkey-refused', staff: name, reason: error.message });
    return { verified: false as const, registrationInfo: undefined };
  });
  if (!made.verified || made.registrationInfo === undefined) return refuse('notOperable');
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential;
  if ((await findPasskey(database, credentialId)) !== null) return refuse('notOperable');
  await addPasskey(database, { staffId, credentialId, publicKey: Buffer.from(publicKey), counter, label, now });
  return openSession(deps, context, { id: staffId, name, factor: 'PASSKEY' });
}
