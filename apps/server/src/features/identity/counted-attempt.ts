import { maskAccount, normaliseAccount } from '@lode/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import { secondsUntil } from '../../platform/clock/seconds.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { Overloaded } from '../../platform/http/errors.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { abandonedBefore } from '../../platform/secrets/abandoned.ts';
import { attemptQueue, type Turn } from '../../platform/secrets/attempt-queue.ts';
import { allowedFailures, attemptsMatterFor, checkLoginLimit, type Verdict } from '../../platform/secrets/lock-out.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { findCustomer } from './customer.store.ts';
import {
  type CountedCaller,
  insertAttempt,
  lockAttempts,
  markFailed,
  recentAttempts,
  removeAttempt,
} from './login-attempt.store.ts';

export interface CountedAttempts {
  /** Compares a secret of an account under the lock-out of its caller. */
  readonly underLock: <T>(caller: CountedCaller, compare: () => Promise<T | Refusal>) => Promise<T | Refusal>;
  /** The same for a one-time code, which has a limit of guesses of its own: a right one is good in a lock-out too. */
  readonly withCode: <T>(caller: CountedCaller, compare: () => Promise<T | Refusal>) => Promise<T | Refusal>;
}

/** What a caller proves who it is with. */
export type Factor = 'password' | 'code';

export interface CountedAttemptDeps extends AnnouncePort {
  database: Database;
  clock: Clock;
}

/**
 * The attempt is written down before `compare` begins and taken back unless the secret was wrong: however many callers
 * guess at once, no more than the allowed number are compared.
 */
export function countedAttempts(deps: CountedAttemptDeps): CountedAttempts {
  const { database, clock } = deps;
  const inTurn = attemptQueue<bigint, Refusal>({
    waitsAtMostMs: 5000,
    triesAgainAfterMs: 25,
    tooLate: () => new Overloaded('too many attempts of one account at once'),
  });
  const place = (caller: CountedCaller) =>
    inTurn(JSON.stringify([caller.account, caller.knownDevice]), () => takeTurn(database, clock, caller));

  async function compareIn<T>(
    caller: CountedCaller,
    attempt: bigint,
    { factor, compare }: { factor: Factor; compare: () => Promise<T | Refusal> },
  ): Promise<T | Refusal> {
    let wrong = false;
    try {
      const answer = await compare();
      wrong = isWrong(answer);
      return answer;
    } finally {
      await (wrong ? countWrong(deps, caller, { attempt, factor }) : removeAttempt(database, attempt));
    }
  }

  return {
    async underLock(caller, compare) {
      const attempt = await place(caller);
      return isRefusal(attempt) ? attempt : compareIn(caller, attempt, { factor: 'password', compare });
    },
    async withCode(caller, compare) {
      const attempt = await place(caller);
      if (!isRefusal(attempt)) return compareIn(caller, attempt, { factor: 'code', compare });
      const answer = await compare();
      return isWrong(answer) ? attempt : answer;
    },
  };
}

function isWrong(answer: unknown): boolean {
  return isRefusal(answer) && (answer.codeName === 'wrongCredentials' || answer.codeName === 'wrongCode');
}

/** Announced alike whether a customer has the account or not: what is written costs the same. */
function countWrong(
  { database, clock, announce }: CountedAttemptDeps,
  caller: CountedCaller,
  { attempt, factor }: { attempt: bigint; factor: Factor },
) {
  return database.transaction(async (dbTx) => {
    await lockAttempts(dbTx, caller);
    await markFailed(dbTx, attempt);
    const at = clock.now();
    const customerId = (await findCustomer(dbTx, caller.account))?.id ?? null;
    // What is no account is a text of a stranger's.
    const named = normaliseAccount(caller.account);
    const detail = {
      factor,
      account: named === null ? 'malformed' : maskAccount(named),
      caller: caller.knownDevice === null ? 'stranger' : 'known device',
    };
    await announce(dbTx, { kind: 'LOGIN_FAILED', customerId, at, detail });
    const { verdict } = await limitOf(dbTx, caller, at);
    if (verdict === 'locked') await announce(dbTx, { kind: 'LOGIN_LOCKED', customerId, at, detail });
  });
}

async function limitOf(db: Queryable, caller: CountedCaller, now: Date): Promise<Verdict> {
  const since = new Date(now.getTime() - attemptsMatterFor);
  const newest = { since, abandoned: abandonedBefore(now), limit: 2 * allowedFailures };
  return checkLoginLimit(await recentAttempts(db, caller, newest), now);
}

function takeTurn(database: Database, clock: Clock, caller: CountedCaller): Promise<Turn<bigint, Refusal>> {
  return database.transaction(async (dbTx) => {
    await lockAttempts(dbTx, caller);
    const now = clock.now();
    const limit = await limitOf(dbTx, caller, now);
    if (limit.verdict === 'free') return { place: await insertAttempt(dbTx, caller, now) };
    if (limit.verdict === 'wait') return 'later';
    return { closed: refuse('accountLocked', { retryAfter: secondsUntil(limit.until, now) }) };
  });
}
