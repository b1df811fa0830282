import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const livesMs = 2 * 60_000;
/** Time, random bytes and seal are whole letters of base64url each: one text for one challenge. */
const [timeBytes, randomLength, sealBytes] = [6, 18, 18];
const sealedBytes = timeBytes + randomLength;

/** Each is good once, for two minutes. None is kept before it comes back: who asks for thousands takes away none of others. */
export function createChallenges(now: () => number) {
  const key = randomBytes(32);
  const spent = new Map<string, number>();
  const sealOf = (sealed: Buffer) => createHmac('sha256', key).update(sealed).digest().subarray(0, sealBytes);

  /** Null for what was not made here. */
  function endOf(challenge: string): number | null {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== sealedBytes + sealBytes || bytes.toString('base64url') !== challenge) return null;
    const [sealed, seal] = [bytes.subarray(0, sealedBytes), bytes.subarray(sealedBytes)];
    return timingSafeEqual(seal, sealOf(sealed)) ? sealed.readUIntBE(0, timeBytes) : null;
  }

  return {
    make(): string {
      const sealed = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(randomLength)]);
      sealed.writeUIntBE(Math.ceil(now()) + livesMs, 0, timeBytes);
      return Buffer.concat([sealed, sealOf(sealed)]).toString('base64url');
    },
    /** False for one that is unknown, over or spent. */
    spend(challenge: string): boolean {
      for (const [one, until] of spent) if (until < now()) spent.delete(one);
      const until = endOf(challenge);
      if (until === null || until < now() || spent.has(challenge)) return false;
      spent.set(challenge, until);
      return true;
    },
  };
}
