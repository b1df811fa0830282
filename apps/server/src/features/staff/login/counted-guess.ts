import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { Overloaded } from '../../../platform/http/errors.ts';
import { abandonedBefore } from '../../../platform/secrets/abandoned.ts';
import { attemptQueue, type Turn } from '../../../platform/secrets/attempt-queue.ts';
import {
  allowedFailures,
  attemptsMatterFor,
  checkLoginLimit,
  type Verdict,
} from '../../../platform/secrets/lock-out.ts';
import type { AnnouncePort } from '../../../platform/security-event.ts';
import { type Guesser, insertGuess, lockGuesses, markWrong, recentGuesses, removeGuess } from './attempts.store.ts';

export interface CountedGuessDeps extends AnnouncePort {
  database: Database;
  clock: Clock;
}

export type Locked = { outcome: 'locked'; until: Date };

/**
 * Compares a secret under the lock-out of its caller. The guess is written down before `compare` begins and taken back unless it was
 * wrong: however many guess at once, no more than the allowed number are compared.
 */
export type CountedGuess = <T extends { outcome: string }>(
  guesser: Guesser,
  compare: () => Promise<T>,
) => Promise<T | Locked>;

export function countedGuesses(deps: CountedGuessDeps): CountedGuess {
  const { database } = deps;
  const inTurn = attemptQueue<bigint, Locked>({
    waitsAtMostMs: 5000,
    triesAgainAfterMs: 25,
    tooLate: () => new Overloaded('too many guesses at one member at once'),
  });
  return async (guesser, compare) => {
    const guess = await inTurn(JSON.stringify([guesser.name, guesser.caller]), () => takeTurn(deps, guesser));
    if (typeof guess !== 'bigint') return guess;
    let isWrong = false;
    try {
      const result = await compare();
      isWrong = result.outcome === 'wrong';
      return result;
    } finally {
      await (isWrong ? countWrong(deps, guesser, guess) : removeGuess(database, guess));
    }
  };
}

function countWrong({ database, clock, announce }: CountedGuessDeps, guesser: Guesser, guess: bigint): Promise<void> {
  return database.transaction(async (dbTx) => {
    await lockGuesses(dbTx, guesser);
    await markWrong(dbTx, guess);
    const at = clock.now();
    const detail = { staff: guesser.name, caller: callerShown(guesser) };
    await announce(dbTx, { kind: 'STAFF_DENIED', customerId: null, at, detail });
    const { verdict } = await limitOf(dbTx, guesser, at);
    if (verdict === 'locked') await announce(dbTx, { kind: 'STAFF_LOCKED', customerId: null, at, detail });
  });
}

/** A device is named by a hash: the log needs to know only that it is one. */
export const callerShown = ({ caller }: Guesser): string => (/^[0-9a-f]{64}$/.test(caller) ? 'known device' : caller);

async function limitOf(db: Queryable, guesser: Guesser, now: Date): Promise<Verdict> {
  const since = new Date(now.getTime() - attemptsMatterFor);
  const newest = { since, abandoned: abandonedBefore(now), limit: 2 * allowedFailures };
  return checkLoginLimit(await recentGuesses(db, guesser, newest), now);
}

function takeTurn({ database, clock }: CountedGuessDeps, guesser: Guesser): Promise<Turn<bigint, Locked>> {
  return database.transaction(async (dbTx) => {
    await lockGuesses(dbTx, guesser);
    const now = clock.now();
    const limit = await limitOf(dbTx, guesser, now);
    if (limit.verdict === 'free') return { place: await insertGuess(dbTx, guesser, now) };
    if (limit.verdict === 'wait') return 'later';
    return { closed: { outcome: 'locked', until: limit.until } };
  });
}
