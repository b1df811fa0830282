import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { PasskeySite } from '../../../platform/config/passkey-site.ts';
import type { ConsoleContext, StaffContext } from '../../../platform/http/console/console-context.ts';
import { type Refusal, refuse } from '../../../platform/http/refusal.ts';
import {
  algorithms,
  challengeIn,
  challengeLivesMs,
  mostPasskeys,
  newChallenge,
  verifyAssertion,
  verifyAttestation,
} from '../../../platform/passkeys/webauthn.ts';
import { authorityOf } from '../../../platform/staff/authority.ts';
import { givenFrom } from '../changes/changes.store.ts';
import { findStaffById } from '../staff.store.ts';
import { forgetGuesses } from './attempts.store.ts';
import { addPasskey, findPasskey, keepChallenge, notePasskeyUse, passkeysOf, spendChallenge } from './factors.store.ts';
import { type LogInDeps, provePassword } from './log-in.ts';
import { openSession } from './sessions.ts';

const siteOf = (origin: string): PasskeySite => ({ origin, rpId: new URL(origin).hostname });

const tooMany = () => refuse('overLimit', { limit: String(mostPasskeys) });

/** The answered challenge, when it was given to this member (null: for a login) and is open; it is spent by that. */
async function spendAnswered(
  { database }: LogInDeps,
  clientDataJSON: string,
  { staffId, now }: { staffId: bigint | null; now: Date },
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON)?.challenge ?? '';
  if (!/^[\w-]{43}$/.test(challenge)) return null;
  return (await spendChallenge(database, challenge, staffId, now)) ? challenge : null;
}

/** Names no member: the passkey says whose it is. */
export async function passkeyLoginOptions(
  { database }: LogInDeps,
  { origin, now }: ConsoleContext,
): Promise<ConsoleData<'loginPasskeyOptions'>> {
  const { challenge } = newChallenge();
  await keepChallenge(database, challenge, null, new Date(now.getTime() + challengeLivesMs));
  const { rpId } = siteOf(origin);
  return { challenge, rpId, timeout: challengeLivesMs, userVerification: 'required' };
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
  deps: LogInDeps,
  given: {
    response: ConsoleInput<'loginByPasskey'>['response'];
    passkey: { publicKey: Buffer; counter: number };
    origin: string;
    now: Date;
  },
): Promise<number | null> {
  const { response, passkey, origin, now } = given;
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const challenge = await spendAnswered(deps, clientDataJSON, { staffId: null, now });
  if (challenge === null) return null;
  const assertion = { credential: response.id, clientDataJSON, authenticatorData, signature };
  return verifyAssertion(assertion, { challenge, site: siteOf(origin), passkey });
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
  const passkeys = await passkeysOf(database, session.staffId);
  if (passkeys.length >= mostPasskeys) return tooMany();
  const { challenge } = newChallenge();
  await keepChallenge(database, challenge, session.staffId, new Date(now.getTime() + challengeLivesMs));
  return {
    challenge,
    rp: { id: siteOf(origin).rpId, name: 'Lode' },
    user: {
      id: Buffer.from(`lode staff ${session.staffId}`).toString('base64url'),
      name: session.name,
      displayName: '',
    },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeLivesMs,
    attestation: 'none',
    excludeCredentials: passkeys.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

/** Every other session ends, and this one goes on under a new token. */
export async function addNewPasskey(
  deps: LogInDeps,
  context: StaffContext,
  { response, label }: ConsoleInput<'passkeyAdd'>,
): Promise<ConsoleData<'session'> | Refusal> {
  const { database, log } = deps;
  const { session, origin, now } = context;
  const { staffId, name } = session;
  const { clientDataJSON, attestationObject } = response.response;
  const challenge = await spendAnswered(deps, clientDataJSON, { staffId, now });
  if (challenge === null) return refuse('notOperable');
  const attestation = { credential: response.id, clientDataJSON, attestationObject };
  const made = await verifyAttestation(attestation, { challenge, site: siteOf(origin), log });
  if (made === null) return refuse('notOperable');
  const credentialId = made.credentialId.toString('base64url');
  if ((await findPasskey(database, credentialId)) !== null) return refuse('notOperable');
  const { from } = authorityOf(session);
  const isAdded = await givenFrom(database, from, (dbTx) =>
    addPasskey(dbTx, { ...made, staffId, credentialId, label, now }),
  );
  if (!isAdded) return tooMany();
  return openSession(deps, context, { id: staffId, name, factor: 'PASSKEY' });
}
