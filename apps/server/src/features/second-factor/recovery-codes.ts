import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../platform/db/database.ts';
import { hashCode } from '../../platform/secrets/one-time-secret.ts';
import { base32 } from '../../platform/secrets/totp.ts';
import { insertRecoveryCodes } from './second-factor.store.ts';

const count = 10;
const letters = 10;

/** Fifty random bits each: too many to be tried within the limit of guesses. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => shown(base32(randomBytes(7)).slice(0, letters)));
}

/** Shown once; only their hashes stay. */
export async function giveRecoveryCodes(db: Queryable, pepper: Buffer, customerId: bigint): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(pepper, customerId, code));
  await insertRecoveryCodes(db, customerId, hashes);
  return codes;
}

const shown = (code: string) => `${code.slice(0, letters / 2)}-${code.slice(letters / 2)}`;

/** As it was shown, however it was typed; null for what cannot be one. */
export function normaliseRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z2-7]{10}$/.test(code) ? shown(code) : null;
}

export function recoveryCodeHash(pepper: Buffer, customerId: bigint, code: string): Buffer {
  return hashCode(pepper, `recovery code ${customerId}`, code);
}
