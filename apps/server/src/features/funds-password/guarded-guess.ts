import type { Clock } from '../../platform/clock/clock.ts';
import { secondsUntil } from '../../platform/clock/seconds.ts';
import type { Database } from '../../platform/db/database.ts';
import { Overloaded } from '../../platform/http/errors.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { abandonedBefore } from '../../platform/secrets/abandoned.ts';
import { attemptQueue, type Turn } from '../../platform/secrets/attempt-queue.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import {
  countFailures,
  forgetAttempts,
  forgetFailures,
  insertAttempt,
  lockAttempts,
  markFailed,
  newestAttempts,
  removeAttempt,
} from './attempt.store.ts';
import { allowedFailures, checkGuessLimit } from './guess-limit.ts';

/** Compares a customer's funds password under its lock: null when it was right. */
export type GuardedGuess = (customerId: bigint, isRight: () => Promise<boolean>) => Promise<null | Refusal>;

export interface GuardedGuessDeps extends AnnouncePort {
  database: Database;
  clock: Clock;
}

/**
 * The guess is written down before `isRight` begins, and stays unless it was right: however many callers guess at once,
 * no more than the allowed number are compared.
 */
export function guardedGuesses(deps: GuardedGuessDeps): GuardedGuess {
  const { database, clock } = deps;
  const inTurn = attemptQueue<bigint, Refusal>({
    waitsAtMostMs: 5000,
    triesAgainAfterMs: 25,
    tooLate: () => new Overloaded('too many guesses of one funds password at once'),
  });

  return async (customerId, isRight) => {
    const attempt = await inTurn(customerId.toString(), () => takeTurn(database, clock, customerId));
    if (isRefusal(attempt)) return attempt;
    let right: boolean;
    try {
      right = await isRight();
    } catch (error) {
      // It was not compared: it counts neither way.
      await removeAttempt(database, attempt);
      throw error;
    }
    if (right) {
      await forgetFailures(database, customerId, attempt, abandonedBefore(clock.now()));
      return null;
    }
    const remaining = await countWrong(deps, customerId, attempt);
    return refuse('wrongFundsPassword', { remaining });
  };
}

function takeTurn(database: Database, clock: Clock, customerId: bigint): Promise<Turn<bigint, Refusal>> {
  return database.transaction(async (dbTx) => {
    await lockAttempts(dbTx, customerId);
    const now = clock.now();
    const limit = checkGuessLimit(
      await newestAttempts(dbTx, customerId, abandonedBefore(now), 2 * allowedFailures),
      now,
    );
    if (limit.verdict === 'wait') return 'later';
    if (limit.verdict === 'locked') {
      return { closed: refuse('fundsPasswordLocked', { retryAfter: secondsUntil(limit.until, now) }) };
    }
    if (limit.verdict === 'free-again') await forgetAttempts(dbTx, customerId);
    return { place: await insertAttempt(dbTx, customerId, now) };
  });
}

/** Guesses left; counted under the lock, so that two wrong ones at once get different numbers. */
function countWrong(
  { database, clock, announce }: GuardedGuessDeps,
  customerId: bigint,
  attempt: bigint,
): Promise<number> {
  return database.transaction(async (dbTx) => {
    await lockAttempts(dbTx, customerId);
    await markFailed(dbTx, attempt);
    const remaining = Math.max(0, allowedFailures - (await countFailures(dbTx, customerId)));
    const at = clock.now();
    await announce(dbTx, { kind: 'FUNDS_PASSWORD_FAILED', customerId, at, detail: { remaining: String(remaining) } });
    if (remaining === 0) await announce(dbTx, { kind: 'FUNDS_PASSWORD_LOCKED', customerId, at });
    return remaining;
  });
}
