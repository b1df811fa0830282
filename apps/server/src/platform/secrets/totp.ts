import { createHmac, timingSafeEqual } from 'node:crypto';

/** As every authenticator app has it by default (RFC 6238): SHA-1, six digits, thirty seconds. */
const stepSeconds = 30;
const digits = 6;
/** A code of so many steps before is good too: it takes seconds to type. One that is not shown yet is not. */
const stepsBefore = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The code of a step: RFC 4226 with the step as its counter. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return number.toString().padStart(digits, '0');
}

/** The step that a code is of; null when it is of none near `now`, or of one up to `lastStep`: each is good once. */
export function matchStep(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const given = Buffer.from(code);
  const middle = stepAt(now);
  let matched: number | null = null;
  for (let step = middle - stepsBefore; step <= middle; step++) {
    const expected = Buffer.from(codeOfStep(secret, step));
    const isSame = expected.length === given.length && timingSafeEqual(expected, given);
    if (isSame && step > lastStep) matched ??= step;
  }
  return matched;
}

/** RFC 4648, without padding: what a person types into an app. */
export function base32(bytes: Buffer): string {
  let text = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

/** What an authenticator app reads from the QR code. */
export function otpauthUri(secret: Buffer, account: string): string {
  const issuer = 'Lode';
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    digits: String(digits),
    period: String(stepSeconds),
  });
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${query}`;
}
