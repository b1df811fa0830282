import { codes } from '@lode/contract';
import { passkeyMessages } from '../../locales/zh/passkey.ts';
import { secondFactorMessages as messages } from '../../locales/zh/second-factor.ts';
import { isRefusal, RequestError } from './request-error.ts';

/** A recovery code has 27 characters with its dashes; a pasted one may have spaces too. A passkey's token is longer. */
export const longestTyped = 40;

/** Text at the field when the server asked for a second factor, or refused one; null for any other failure. */
export function secondFactorError(failure: unknown, given: string): string | null {
  if (!(failure instanceof RequestError) || !isRefusal(failure, codes.secondFactorNeeded.code)) return null;
  if (given === '') return messages.missing;
  if (given.length > longestTyped) return passkeyMessages.expired;
  const { data } = failure;
  const remaining = typeof data === 'object' && data !== null && 'remaining' in data ? data.remaining : null;
  return typeof remaining === 'number' ? messages.triesLeft(remaining) : messages.wrong;
}
