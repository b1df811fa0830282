import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

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
