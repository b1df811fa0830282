import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthenticatorTransportFuture,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeySite } from '../config/passkey-site.ts';
import type { EventLog } from '../log/event-log.ts';

/** What the browser answers, in base64url. */
interface Answer {
  credential: string;
  clientDataJSON: string;
}
export interface Assertion extends Answer {
  authenticatorData: string;
  signature: string;
}
export interface Attestation extends Answer {
  attestationObject: string;
}

export interface PasskeyKey {
  publicKey: Buffer;
  counter: number;
}

/** Of one customer or one member of the staff; the database holds the same limit. */
export const mostPasskeys = 10;

/** How long a challenge waits for its answer. */
export const challengeLivesMs = 5 * 60_000;

/** Ed25519, ES256, RS256: what browsers offer. */
export const algorithms = [-8, -7, -257];

export const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');

export function newChallenge(): { challenge: string; hash: Buffer } {
  const challenge = randomBytes(32).toString('base64url');
  return { challenge, hash: hashChallenge(challenge) };
}

const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** The challenge that the browser says it has answered, and its hash; null for anything else. */
export function challengeIn(clientDataJSON: string): { challenge: string; hash: Buffer } | null {
  try {
    const { challenge } = JSON.parse(bytesOf(clientDataJSON).toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? { challenge, hash: hashChallenge(challenge) } : null;
  } catch {
    return null;
  }
}

/** The counter of a signature that this passkey made of the challenge, for a person whom the device verified; else null. */
export async function verifyAssertion(
  { credential, clientDataJSON, authenticatorData, signature }: Assertion,
  { challenge, site, passkey }: { challenge: string; site: PasskeySite; passkey: PasskeyKey },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential,
        rawId: credential,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: { id: credential, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for each thing that does not fit.
    return null;
  }
}

/** The new key, when it was made of this challenge on the product's own page for a person whom the device verified; else null. */
export async function verifyAttestation(
  { credential, clientDataJSON, attestationObject }: Attestation,
  { challenge, site, log }: { challenge: string; site: PasskeySite; log: EventLog },
): Promise<(PasskeyKey & { credentialId: Buffer }) | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential,
        rawId: credential,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: bytesOf(id), publicKey: Buffer.from(publicKey), counter };
  } catch (error) {
    // A wrong origin is most often a setting of the operator's.
    log.warn({ event: 'passkey.refused', reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

const known: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** How the browser says the key can be reached: words of the standard only. */
export function transportsOf(given: readonly string[] | undefined): AuthenticatorTransportFuture[] {
  return [...new Set(given ?? [])].filter((one): one is AuthenticatorTransportFuture => known.includes(one));
}
