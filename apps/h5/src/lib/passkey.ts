import type { Data, Input } from '@lode/contract';

/** Why a passkey could not be made or used: the browser tells a cancelled prompt and one that timed out as one. */
export type PasskeyProblem = 'CANCELLED' | 'ENROLLED' | 'UNSUPPORTED';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly problem: PasskeyProblem;
  constructor(problem: PasskeyProblem) {
    super(problem);
    this.problem = problem;
  }
}

const timeoutMs = 120_000;

export const isBrowserAble = () => typeof PublicKeyCredential === 'function' && 'credentials' in navigator;

/** Whether this browser has passkeys, and this page is on the host that they are tied to. */
export function hasPasskeys(host: string | null): boolean {
  if (host === null || !isBrowserAble()) return false;
  const { hostname } = window.location;
  return hostname === host || hostname.endsWith(`.${host}`);
}

/** Makes a passkey on the device, which asks for the face, the finger or the PIN. */
export async function createPasskey(options: Data<'passkeyBegin'>): Promise<Omit<Input<'passkeyConfirm'>, 'code'>> {
  const { challenge, rpId, userId, userName, algorithms, exclude } = options;
  const credential = await prompt(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: 'Lode' },
        user: { id: bytesOf(userId), name: userName, displayName: userName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: exclude.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
        timeout: timeoutMs,
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  // Older browsers do not say how the key can be reached.
  const transports = (response.getTransports as (() => string[]) | undefined)?.call(response) ?? [];
  return {
    credential: textOf(credential.rawId),
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    ...(transports.length > 0 && { transports: transports.join(',') }),
  };
}

/** Signs a challenge with a passkey of the device. */
export async function signWithPasskey(options: Data<'passkeyChallenge'>): Promise<Input<'passkeyProve'>> {
  const { challenge, rpId, credentials } = options;
  const credential = await prompt(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        allowCredentials: credentials.map(({ id, transports }) => ({
          type: 'public-key',
          id: bytesOf(id),
          transports: transports as AuthenticatorTransport[],
        })),
        userVerification: 'required',
        timeout: timeoutMs,
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    credential: textOf(credential.rawId),
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

async function prompt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    throw new PasskeyError(problemOf(error));
  }
  if (credential === null) throw new PasskeyError('CANCELLED');
  return credential as PublicKeyCredential;
}

function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'CANCELLED';
  return name === 'InvalidStateError' ? 'ENROLLED' : 'UNSUPPORTED';
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
