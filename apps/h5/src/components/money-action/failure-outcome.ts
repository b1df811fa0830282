import { codes } from '@lode/contract';
import type { FundsPasswordOutcome } from '@lode/ui';
import { isRefusal, RequestError, retryAfterSeconds } from '../../lib/api/request-error.ts';
import { moneyMessages as messages } from '../../locales/zh/money.ts';

/** Refusals that the dialogs or the form of a money action show or act on, so that no toast repeats them. */
export const inlineErrors: readonly number[] = [
  codes.wrongFundsPassword.code,
  codes.fundsPasswordLocked.code,
  codes.fundsPasswordMissing.code,
  codes.riskNotConfirmed.code,
  codes.endangersElectricity.code,
  codes.secondFactorNeeded.code,
];

/** Whether the server may have executed the request; a retry must then use the same idempotency key. */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (!(failure instanceof RequestError)) return true;
  return failure.code === null || failure.code === 429 || failure.code === 500 || failure.code === 503;
}

/** Outcome for the password dialog; null when the failure does not concern it. */
export function passwordOutcomeOf(failure: unknown): FundsPasswordOutcome | null {
  if (isOutcomeUnknown(failure)) return { kind: 'unsent' };
  if (isRefusal(failure, codes.wrongFundsPassword.code)) {
    const remaining = remainingAttempts(failure);
    const note = remaining === null ? undefined : remaining > 0 ? messages.triesLeft(remaining) : messages.noTriesLeft;
    return { kind: 'refused', error: codes.wrongFundsPassword.message, note };
  }
  if (isRefusal(failure, codes.fundsPasswordLocked.code)) {
    const seconds = retryAfterSeconds(failure);
    const note = seconds === null ? undefined : messages.lockedFor(Math.ceil(seconds / 60));
    return { kind: 'refused', error: codes.fundsPasswordLocked.message, note };
  }
  return null;
}

function remainingAttempts(failure: unknown): number | null {
  const data = failure instanceof RequestError ? failure.data : null;
  const remaining = typeof data === 'object' && data !== null && 'remaining' in data ? data.remaining : null;
  return typeof remaining === 'number' ? remaining : null;
}
