import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false };
const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

/** What an authenticator answers to `navigator.credentials.get`, in base64url. */
export const PasskeyAssertion = Type.Object(
  {
    credentialId: base64url(1400),
    authenticatorData: base64url(1400),
    clientDataJSON: base64url(2800),
    signature: base64url(200),
  },
  closed,
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** A key that a person has enrolled, with the origin of the page that it was made on. */
export const Passkey = Type.Object(
  {
    credentialId: base64url(1400),
    /** SubjectPublicKeyInfo in base64url: P-256 (ES256) or Ed25519. */
    publicKey: base64url(300),
    origin: Type.String({ maxLength: 200, pattern: '^https?://[a-z0-9.-]+(:[0-9]{1,5})?$' }),
  },
  closed,
);
export type Passkey = Static<typeof Passkey>;

const flags = { isUserPresent: 0x01, isUserVerified: 0x04, hasCredential: 0x40 };
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

/** The challenge that an assertion over a text has to carry. */
export function challengeOf(text: string): string {
  return sha256(text).toString('base64url');
}

/**
 * The signature counter of an assertion of this key over this challenge, made on the key's own page by a person whom the
 * authenticator verified; null when any of that fails (WebAuthn level 2, 7.2).
 */
export function assertionCounter(key: Passkey, challenge: string, assertion: PasskeyAssertion): number | null {
  const authenticatorData = bytesOf(assertion.authenticatorData);
  const clientData = bytesOf(assertion.clientDataJSON);
  const publicKey = publicKeyOf(key.publicKey);
  if (assertion.credentialId !== key.credentialId || publicKey === null) return null;
  if (!isClientDataOf(clientData, { type: 'webauthn.get', challenge, origin: key.origin })) return null;
  if (!isVerifiedOn(authenticatorData, key.origin)) return null;
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  const digest = publicKey.asymmetricKeyType === 'ec' ? 'sha256' : null;
  const isSigned = verify(digest, signed, publicKey, bytesOf(assertion.signature));
  return isSigned ? authenticatorData.readUInt32BE(33) : null;
}

/** A counter that went up, or one of an authenticator that does not count. */
export function isNewCounter(counter: number, last: number): boolean {
  return counter > last || (counter === 0 && last === 0);
}

/** What a page sends of a new key. */
export interface Registration {
  credentialId: string;
  publicKey: string;
  clientDataJSON: string;
  authenticatorData: string;
}

/** The new key, when it was made for this challenge on this page by a person whom the authenticator verified; else null. */
export function registeredPasskey(registration: Registration, challenge: string, origin: string): Passkey | null {
  const { credentialId, publicKey } = registration;
  const authenticatorData = bytesOf(registration.authenticatorData);
  const clientData = bytesOf(registration.clientDataJSON);
  if (!isClientDataOf(clientData, { type: 'webauthn.create', challenge, origin })) return null;
  if (!isVerifiedOn(authenticatorData, origin) || publicKeyOf(publicKey) === null) return null;
  // Behind the counter: the authenticator's model (16 bytes), then the credential's id with its length.
  const hasCredential = ((authenticatorData[32] ?? 0) & flags.hasCredential) !== 0 && authenticatorData.length > 55;
  if (!hasCredential) return null;
  const id = authenticatorData.subarray(55, 55 + authenticatorData.readUInt16BE(53));
  return id.length > 0 && id.equals(bytesOf(credentialId)) ? { credentialId, publicKey, origin } : null;
}

function isClientDataOf(bytes: Buffer, expected: { type: string; challenge: string; origin: string }): boolean {
  try {
    const data = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    return (
      data.type === expected.type &&
      data.challenge === expected.challenge &&
      data.origin === expected.origin &&
      (data.crossOrigin ?? false) === false
    );
  } catch {
    return false;
  }
}

function isVerifiedOn(authenticatorData: Buffer, origin: string): boolean {
  if (authenticatorData.length < 37) return false;
  const needed = flags.isUserPresent | flags.isUserVerified;
  const isVerified = ((authenticatorData[32] ?? 0) & needed) === needed;
  return isVerified && authenticatorData.subarray(0, 32).equals(sha256(new URL(origin).hostname));
}

/** P-256 or Ed25519; null for anything else. */
function publicKeyOf(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytesOf(text), format: 'der', type: 'spki' });
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 || key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
