import type { Clock } from '../../platform/clock/clock.ts';
import { secondsUntil } from '../../platform/clock/seconds.ts';
import type { Database } from '../../platform/db/database.ts';
import { Overloaded } from '../../platform/http/errors.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { abandonedBefore } from '../../platform/secrets/abandoned.ts';
import { attemptQueue, type Turn } from '../../platform/secrets/attempt-queue.ts';
import { allowedFailures, attemptsMatterFor, checkLoginLimit } from './lock-out.ts';
import { insertAttempt, lockAttempts, markFailed, recentAttempts, removeAttempt } from './login-attempt.store.ts';

/** Compares a secret of an account under its lock-out. */
export type CountedAttempt = <T>(account: string, compare: () => Promise<T | Refusal>) => Promise<T | Refusal>;

/**
 * The attempt is written down before `compare` begins and taken back unless the secret was wrong: however many callers
 * guess at once, no more than the allowed number are compared.
 */
export function countedAttempts({ database, clock }: { database: Database; clock: Clock }): CountedAttempt {
  const inTurn = attemptQueue<bigint, Refusal>({
    waitsAtMostMs: 5000,
    triesAgainAfterMs: 25,
    tooLate: () => new Overloaded('too many attempts of one account at once'),
  });

  return async (account, compare) => {
    const attempt = await inTurn(account, () => askForPlace(database, clock, account));
    if (isRefusal(attempt)) return attempt;
    let isWrong = false;
    try {
      const answer = await compare();
      isWrong = isRefusal(answer) && (answer.codeName === 'wrongCredentials' || answer.codeName === 'wrongCode');
      return answer;
    } finally {
      await (isWrong ? markFailed(database, attempt) : removeAttempt(database, attempt));
    }
  };
}

function askForPlace(database: Database, clock: Clock, account: string): Promise<Turn<bigint, Refusal>> {
  return database.transaction(async (dbTx) => {
    await lockAttempts(dbTx, account);
    const now = clock.now();
    const since = new Date(now.getTime() - attemptsMatterFor);
    const newest = { since, abandoned: abandonedBefore(now), limit: 2 * allowedFailures };
    const limit = checkLoginLimit(await recentAttempts(dbTx, account, newest), now);
    if (limit.verdict === 'free') return { place: await insertAttempt(dbTx, account, now) };
    if (limit.verdict === 'wait') return 'later';
    return { closed: refuse('accountLocked', { retryAfter: secondsUntil(limit.until, now) }) };
  });
}
