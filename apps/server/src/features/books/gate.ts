import { type Coin, coins } from '@lode/money';
import type { Run } from './runs.store.ts';

/** A day and what the longest run may take: an older outcome says nothing of the books. */
export const longestAgeMs = 26 * 3_600_000;

/** Why nothing of any coin may leave, whatever the books say; null when an outcome holds. */
export function whyUnchecked(run: Run | null, now: Date): string | null {
  if (run === null) return 'no check of the books has ended yet';
  if (run.failure !== null)
    return `the check of the books that began at ${run.startedAt.toISOString()} failed: ${run.failure}`;
  if (now.getTime() - run.endedAt.getTime() > longestAgeMs)
    return `the books were last checked at ${run.endedAt.toISOString()}`;
  return null;
}

/** Why no payment of a coin may leave; null when the last outcome is young enough and found nothing of it. */
export function whyStopped(run: Run | null, coin: string, now: Date): string | null {
  const unchecked = whyUnchecked(run, now);
  if (unchecked !== null || !run?.differences) return unchecked;
  const found = isCoin(coin) ? run.differences[coin] : undefined;
  if (found === undefined) return `the check of the books said nothing of ${coin}`;
  return found.count === 0 ? null : (found.first ?? 'a difference');
}

const isCoin = (text: string): text is Coin => (coins as readonly string[]).includes(text);
