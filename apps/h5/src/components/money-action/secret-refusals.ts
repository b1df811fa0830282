import { codes } from '@lode/contract';
import type { FundsPasswordOutcome } from '@lode/ui';
import { isRefusal, RequestError, retryAfterSeconds } from '../../lib/api/request-error.ts';
import { moneyWords as words } from '../../locales/zh/money.ts';

/** Refusals that the dialogs of a money action say or follow themselves. */
export const saidInPlace: readonly number[] = [
  codes.wrongFundsPassword.code,
  codes.fundsPasswordLocked.code,
  codes.fundsPasswordMissing.code,
  codes.riskNotConfirmed.code,
  codes.endangersElectricity.code,
];

/** The server may or may not have done it: the same request must be sent again, not another one. */
export function isFateUnknown(failure: unknown): boolean {
  if (!(failure instanceof RequestError)) return true;
  return failure.code === null || failure.code === 429 || failure.code === 500 || failure.code === 503;
}

/** What the password dialog says to a failure; null when the failure is about something else. */
export function outcomeOfFailure(failure: unknown): FundsPasswordOutcome | null {
  if (isFateUnknown(failure)) return { kind: 'unsent' };
  if (isRefusal(failure, codes.wrongFundsPassword.code)) {
    const remaining = triesLeft(failure);
    const note = remaining === null ? undefined : remaining > 0 ? words.triesLeft(remaining) : words.noTriesLeft;
    return { kind: 'refused', error: codes.wrongFundsPassword.message, note };
  }
  if (isRefusal(failure, codes.fundsPasswordLocked.code)) {
    const seconds = retryAfterSeconds(failure);
    const note = seconds === null ? undefined : words.lockedFor(Math.ceil(seconds / 60));
    return { kind: 'refused', error: codes.fundsPasswordLocked.message, note };
  }
  return null;
}

function triesLeft(failure: unknown): number | null {
  const data = failure instanceof RequestError ? failure.data : null;
  const remaining = typeof data === 'object' && data !== null && 'remaining' in data ? data.remaining : null;
  return typeof remaining === 'number' ? remaining : null;
}
