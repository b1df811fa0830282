import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

const digits = 6;

/** Six random digits, leading zeros included. */
export function newCode(): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0');
}

/**
 * Six digits are quickly tried against a bare hash: the pepper, which the database does not have, is what protects
 * them there. The context (whose code, for what) keeps a hash from being good anywhere else.
 */
export function hashCode(pepper: Buffer, context: string, code: string): Buffer {
  return createHmac('sha256', pepper).update(`${context}\n${code}`).digest();
}

export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** A code on its way to its recipient: readable only with the pepper, and only together with its context. */
export function sealCode(pepper: Buffer, context: string, code: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, sealKey(pepper), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([sealing.update(code, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64');
}

/** Null when it was sealed with another pepper or for another context. */
export function openCode(pepper: Buffer, context: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  const body = nonceBytes + tagBytes;
  if (bytes.length <= body) return null;
  const opening = createDecipheriv(cipher, sealKey(pepper), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(nonceBytes, body));
  try {
    return Buffer.concat([opening.update(bytes.subarray(body)), opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function sealKey(pepper: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', 'lode queued code', 32));
}
