import { codes, type Input } from '@lode/contract';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { startSession } from '../../lib/session/session.ts';

export async function logIn(input: Input<'login'>): Promise<void> {
  startSession(await call('login', input));
}

/** The field that a failed login concerns; null for none. */
export function fieldOfFailure(error: unknown): 'account' | 'secret' | null {
  if (isRefusal(error, codes.accountDisabled.code) || isRefusal(error, codes.accountLocked.code)) return 'account';
  const isSecret = isRefusal(error, codes.wrongCredentials.code) || isRefusal(error, codes.wrongCode.code);
  return isSecret ? 'secret' : null;
}
