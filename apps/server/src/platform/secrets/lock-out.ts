/** One guess: wrong, or being compared. */
interface Attempt {
  at: Date;
  failed: boolean;
}

const minute = 60_000;
/** So many wrong secrets within the window lock the account for as long again. */
export const allowedFailures = 10;
const window = 15 * minute;
const lockFor = 15 * minute;

/** What came before, as far back as it can matter. */
export const attemptsMatterFor = window + lockFor;

export type Verdict =
  | { verdict: 'free' }
  /** Attempts that are being compared fill every place that is left: how they end decides. */
  | { verdict: 'wait' }
  | { verdict: 'locked'; until: Date };

/** Whether one more attempt may be compared now. `attempts` are the newest of the account, newest first, none of them abandoned. */
export function checkLoginLimit(attempts: readonly Attempt[], now: Date): Verdict {
  const failures = attempts.filter(({ failed }) => failed);
  const latest = failures[0];
  const first = failures[allowedFailures - 1];
  if (latest && first && latest.at.getTime() - first.at.getTime() < window) {
    const until = new Date(latest.at.getTime() + lockFor);
    if (until > now) return { verdict: 'locked', until };
  }
  const counted = attempts.filter(({ at }) => now.getTime() - at.getTime() < window);
  return { verdict: counted.length < allowedFailures ? 'free' : 'wait' };
}
