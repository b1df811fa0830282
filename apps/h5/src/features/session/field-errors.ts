import { isEmail, isPassword, isPhone } from '@lode/contract';
import { isTooCommon } from '../../lib/api/request-error.ts';
import { codeMessages } from '../../locales/zh/code.ts';
import { sessionMessages as messages } from '../../locales/zh/session.ts';

const digitsOnly = /^\d+$/;
const codeShape = /^\d{6}$/;
const phoneLength = 11;

/** The problem of a typed account; null for none. */
export function accountError(typed: string): string | null {
  const account = typed.trim();
  if (account === '') return messages.errors.accountMissing;
  if (isPhone(account) || isEmail(account)) return null;
  if (!digitsOnly.test(account)) return messages.errors.emailShape;
  return account.length === phoneLength ? messages.errors.phoneShape : messages.errors.phoneLength;
}

/** The server verifies an existing password; here it only must not be empty. */
export function presentPasswordError(typed: string): string | null {
  return typed === '' ? messages.errors.passwordMissing : null;
}

export function newPasswordError(typed: string): string | null {
  if (typed === '') return messages.errors.passwordMissing;
  return isPassword(typed) ? null : messages.errors.passwordWeak;
}

export function codeError(typed: string): string | null {
  if (typed === '') return messages.errors.codeMissing;
  return codeShape.test(typed) ? null : codeMessages.shape;
}

/** Text at the field of a new password that the server refused. */
export function refusedPasswordError(failure: Error): string {
  return isTooCommon(failure) ? messages.errors.passwordCommon : failure.message;
}
