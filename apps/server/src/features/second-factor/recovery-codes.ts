import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../platform/db/database.ts';
import { hashCode } from '../../platform/secrets/one-time-secret.ts';
import { pepperId } from '../../platform/secrets/pepper.ts';
import { base32 } from '../../platform/secrets/totp.ts';
import { insertRecoveryCodes } from './second-factor.store.ts';

const count = 10;
const groups = 4;
const lettersOfGroup = 6;

/** 120 random bits each: more than anyone can try, also against a fast hash with the pepper known. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => shown(base32(randomBytes(15))));
}

/** Shown once; only their hashes stay. */
export async function giveRecoveryCodes(db: Queryable, pepper: Buffer, customerId: bigint): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(pepper, customerId, code));
  await insertRecoveryCodes(db, customerId, hashes, pepperId(pepper));
  return codes;
}

const shown = (code: string, letters = lettersOfGroup) =>
  (code.match(new RegExp(`.{${letters}}`, 'g')) ?? []).join('-');

/** As it was shown, however it was typed; null for what cannot be one. */
export function normaliseRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[A-Z2-7]+$/.test(code)) return null;
  if (code.length === groups * lettersOfGroup) return shown(code);
  // Of two groups of five: made before codes had 120 bits.
  return code.length === 10 ? shown(code, 5) : null;
}

export function recoveryCodeHash(pepper: Buffer, customerId: bigint, code: string): Buffer {
  return hashCode(pepper, `recovery code ${customerId}`, code);
}
