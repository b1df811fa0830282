import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Passkey, PasskeyAssertion, Registration } from '@lode/signing';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
const base64url = (content: string | Buffer): string => Buffer.from(content).toString('base64url');

/** What a test falsifies of an assertion. */
export interface Falsified {
  type?: string;
  origin?: string;
  rpId?: string;
  flags?: number;
  counter?: number;
  crossOrigin?: boolean;
  key?: KeyObject;
}

export const pageOrigin = 'http://localhost:8082';

/** An authenticator with one key, as a person has it in their hand. */
export function testAuthenticator(kind: 'ES256' | 'Ed25519' = 'ES256') {
  const { privateKey, publicKey } =
    kind === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const id = randomBytes(16);
  const credentialId = base64url(id);
  const spki = base64url(publicKey.export({ format: 'der', type: 'spki' }));
  let used = 0;
  const dataOf = ({ rpId = 'localhost', flags = 0x05, counter }: Falsified, credential = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? ++used);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  };
  const clientOf = (type: string, challenge: string, { origin = pageOrigin, ...falsified }: Falsified): string =>
    JSON.stringify({ type: falsified.type ?? type, challenge, origin, crossOrigin: falsified.crossOrigin ?? false });

  return {
    privateKey,
    passkey: { credentialId, publicKey: spki, origin: pageOrigin } satisfies Passkey,
    get(challenge: string, falsified: Falsified = {}): PasskeyAssertion {
      const authenticatorData = dataOf(falsified);
      const client = clientOf('webauthn.get', challenge, falsified);
      const signed = Buffer.concat([authenticatorData, sha256(client)]);
      const signature = sign(kind === 'ES256' ? 'sha256' : null, signed, falsified.key ?? privateKey);
      return {
        credentialId,
        authenticatorData: base64url(authenticatorData),
        clientDataJSON: base64url(client),
        signature: base64url(signature),
      };
    },
    create(challenge: string, falsified: Falsified = {}): Registration {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from([0xa0])]);
      return {
        credentialId,
        publicKey: spki,
        clientDataJSON: base64url(clientOf('webauthn.create', challenge, falsified)),
        authenticatorData: base64url(dataOf({ flags: 0x45, ...falsified }, credential)),
      };
    },
  };
}
