import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
const base64url = (content: string | Buffer): string => Buffer.from(content).toString('base64url');

/** What a test falsifies. */
export interface Falsified {
  origin?: string;
  rpId?: string;
  /** 0x04: the person gave a PIN or a finger; 0x01: touched it. */
  flags?: number;
  counter?: number;
}

/** An authenticator with one key of ES256, as browsers answer with it. */
export function testAuthenticator(own: { origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const credentialId = base64url(id);
  let used = 0;
  const part = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')]);
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    part(x),
    Buffer.from([0x22]),
    part(y),
  ]);
  const dataOf = ({ rpId, flags = 0x05, counter }: Falsified, credential = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? ++used);
    return Buffer.concat([sha256(rpId ?? new URL(own.origin).hostname), Buffer.from([flags]), count, credential]);
  };
  const clientOf = (type: string, challenge: string, { origin = own.origin }: Falsified): string =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const common = { id: credentialId, rawId: credentialId, type: 'public-key' as const, clientExtensionResults: {} };

  return {
    get(challenge: string, falsified: Falsified = {}) {
      const authenticatorData = dataOf(falsified);
      const client = clientOf('webauthn.get', challenge, falsified);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      };
    },
    create(challenge: string, falsified: Falsified = {}) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const authData = dataOf({ flags: 0x45, ...falsified }, credential);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        Buffer.from([0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientOf('webauthn.create', challenge, falsified)),
          attestationObject: base64url(attestationObject),
        },
      };
    },
  };
}
