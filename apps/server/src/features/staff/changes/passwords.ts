import { randomBytes } from 'node:crypto';
import { isPassword } from '@lode/contract';
import { isCommonPassword } from '../../../platform/secrets/common-passwords.ts';
import { base32 } from '../../../platform/secrets/totp.ts';

const hour = 60 * 60_000;
/** Long enough for a person to be reached. */
export const initialHours = 72;

/** A password for a member who chooses an own one with it: a hundred random bits. */
export function newInitialPassword(): string {
  const password = base32(randomBytes(13)).slice(0, 20);
  return isPassword(password) ? password : newInitialPassword();
}

export const initialUntil = (now: Date): Date => new Date(now.getTime() + initialHours * hour);

/** Why a person may not choose this password, or null. */
export function refusalOfPassword(password: string): string | null {
  if (!isPassword(password)) return 'a password has 8 to 64 characters with at least one letter and one digit';
  if (isCommonPassword(password)) return 'this password is among the 100,000 most used ones: choose another';
  return null;
}

/** Typed twice on the terminal. */
export async function askNewPassword(
  ask: (question: string) => Promise<string>,
  name: string,
): Promise<{ password: string } | { refusal: string }> {
  const password = await ask(`new password of ${name}: `);
  const refusal = refusalOfPassword(password);
  if (refusal !== null) return { refusal };
  if ((await ask('the same again: ')) !== password) return { refusal: 'the two passwords differ' };
  return { password };
}
