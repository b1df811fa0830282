import { isEmail, isPassword, isPhone } from '@lode/contract';
import { codeWords } from '../../locales/zh/code.ts';
import { sessionWords as words } from '../../locales/zh/session.ts';

const digitsOnly = /^\d+$/;
const codeShape = /^\d{6}$/;
const phoneLength = 11;

/** The problem of a typed account; null for none. */
export function accountError(typed: string): string | null {
  const account = typed.trim();
  if (account === '') return words.errors.accountMissing;
  if (isPhone(account) || isEmail(account)) return null;
  if (!digitsOnly.test(account)) return words.errors.emailShape;
  return account.length === phoneLength ? words.errors.phoneShape : words.errors.phoneLength;
}

/** The server verifies an existing password; here it only must not be empty. */
export function presentPasswordError(typed: string): string | null {
  return typed === '' ? words.errors.passwordMissing : null;
}

export function newPasswordError(typed: string): string | null {
  if (typed === '') return words.errors.passwordMissing;
  return isPassword(typed) ? null : words.errors.passwordWeak;
}

export function codeError(typed: string): string | null {
  if (typed === '') return words.errors.codeMissing;
  return codeShape.test(typed) ? null : codeWords.shape;
}
