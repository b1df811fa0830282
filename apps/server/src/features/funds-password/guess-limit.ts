import type { FundsPasswordAttempt } from './attempt.store.ts';

const minute = 60_000;
/** So many wrong ones in a row lock the funds password. */
export const allowedFailures = 5;
const lockFor = 3 * 60 * minute;

export type Verdict =
  | { verdict: 'free' }
  /** A lock is over: what led to it counts no longer. */
  | { verdict: 'free-again' }
  /** Guesses that are being compared fill every place that is left: how they end decides. */
  | { verdict: 'wait' }
  | { verdict: 'locked'; until: Date };

/** Whether one more guess may be compared now. `attempts` are those since the last right one, newest first, none of them abandoned. */
export function checkGuessLimit(attempts: readonly FundsPasswordAttempt[], now: Date): Verdict {
  const failures = attempts.filter(({ failed }) => failed);
  const latest = failures[0];
  if (latest && failures.length >= allowedFailures) {
    const until = new Date(latest.at.getTime() + lockFor);
    return until > now ? { verdict: 'locked', until } : { verdict: 'free-again' };
  }
  return { verdict: attempts.length < allowedFailures ? 'free' : 'wait' };
}
