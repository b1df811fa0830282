import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
const base64url = (content: string | Buffer): string => Buffer.from(content).toString('base64url');

/** What a test falsifies of an answer. */
export interface Falsified {
  origin?: string;
  rpId?: string;
  type?: string;
  /** 0x01: a person was there; 0x04: the device verified who. */
  flags?: number;
  counter?: number;
  key?: KeyObject;
}

const verified = 0x05;
const hasKey = 0x40;

/** A device with one passkey of ES256, as a browser on the page of `origin` uses it; the customers' client where none is named. */
export function testPasskey(own = { origin: 'http://localhost:8080' }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credential = base64url(id);
  let used = 0;

  const clientOf = (type: string, challenge: string, { origin = own.origin, ...as }: Falsified) =>
    Buffer.from(JSON.stringify({ type: as.type ?? type, challenge, origin, crossOrigin: false }));
  function dataOf({ rpId = new URL(own.origin).hostname, flags = verified, counter }: Falsified, key?: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(key === undefined ? flags : flags | hasKey);
    head.writeUInt32BE(counter ?? ++used, 1);
    return Buffer.concat([sha256(rpId), head, ...(key === undefined ? [] : [key])]);
  }
  /** CBOR by hand (RFC 9053): an EC2 key of P-256 for ES256. */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [bytesX, bytesY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytesX, Buffer.from('225820', 'hex'), bytesY]);
  }

  return {
    credential,
    create(challenge: string, as: Falsified = {}) {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()]);
      const data = dataOf({ counter: 0, ...as }, key);
      const parts = [
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
      ];
      const attestationObject = base64url(Buffer.concat([...parts, data]));
      const clientDataJSON = base64url(clientOf('webauthn.create', challenge, as));
      return { credential, clientDataJSON, attestationObject, transports: 'internal,hybrid' };
    },
    get(challenge: string, as: Falsified = {}) {
      const [data, client] = [dataOf(as), clientOf('webauthn.get', challenge, as)];
      const signature = base64url(sign('sha256', Buffer.concat([data, sha256(client)]), as.key ?? privateKey));
      return {
        credential,
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature,
      };
    },
  };
}

export type TestPasskey = ReturnType<typeof testPasskey>;
