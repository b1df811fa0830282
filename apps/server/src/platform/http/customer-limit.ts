import type { Queryable } from '../db/database.ts';
import { type CallLimit, pointsOf, tooMany, usualCallers, type Window } from './call-window.ts';
import { networksOf } from './networks.ts';
import { addRequestCounts } from './request-count.store.ts';

/** Of its number, what a process may count before the others hear of it: most callers never cost a statement. */
const unsharedPart = 1 / 20;
const roundMs = 1000;
const afterFailureMs = 10_000;
/** What is left waits for the next round. */
const networksPerRound = 1000;

interface Count {
  own: number;
  /** Of its own, those that all processes know. */
  added: number;
  others: number;
}

/** Where processes add up their counts, and what is done when they cannot: each goes on with its own. */
export interface CountSharing {
  readonly counts: Queryable;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Calls of customers: counted in this process's memory, and added up with those of all processes once a second, in one statement. A
 * call waits for no query. Beyond its number a network passes at most what the others count in a second, and a twentieth of the
 * number for each of them. Windows begin with the machine's clock, for all processes at once.
 */
export function customerLimit({ counts: database, onFailure }: CountSharing) {
  return ({ name, points, seconds, callers = usualCallers }: Window): CallLimit => {
    const windowMs = seconds * 1000;
    let counts = new Map<string, Count>();
    /** Networks with calls that the other processes should know of. */
    let toAdd = new Set<string>();
    let start = 0;
    let nextRound = 0;

    /** Adds up for the window that it began in. */
    async function addUp(now: number): Promise<void> {
      const [windowCounts, keys] = [counts, [...toAdd].slice(0, networksPerRound)];
      for (const key of keys) toAdd.delete(key);
      const prefix = `${name} ${seconds} ${start} `;
      const sent = keys.flatMap((key) => {
        const count = windowCounts.get(key);
        return count ? [{ key, count, points: count.own - count.added }] : [];
      });
      nextRound = Number.POSITIVE_INFINITY;
      try {
        const rows = await addRequestCounts(
          database,
          sent.map(({ key, points: more }) => ({ key: prefix + key, points: more })),
          start + windowMs,
        );
        const sums = new Map(rows.map(({ key, points: sum }) => [key, sum]));
        for (const { key, count, points: more } of sent) {
          count.added += more;
          count.others = (sums.get(prefix + key) ?? count.added) - count.added;
        }
        nextRound = now + roundMs;
      } catch (error) {
        if (windowCounts === counts) for (const key of keys) toAdd.add(key);
        nextRound = now + afterFailureMs;
        onFailure(error);
      }
    }

    const addUpWhenDue = (now: number) => {
      if (toAdd.size > 0 && now >= nextRound) void addUp(now);
    };

    return {
      take(ip) {
        const now = Date.now();
        if (now >= start + windowMs || now < start) {
          start = now - (now % windowMs);
          counts = new Map();
          toAdd = new Set();
        }
        for (const { key, share } of networksOf(ip)) {
          const callersOfShare = callers[share];
          if (callersOfShare === undefined) continue;
          const allowed = pointsOf(points, callersOfShare);
          const count = counts.get(key) ?? { own: 0, added: 0, others: 0 };
          if (count.own + count.others >= allowed) {
            // The others hear of what has passed, though all that follows is refused.
            addUpWhenDue(now);
            return tooMany(start + windowMs - now);
          }
          if (count.own === 0) counts.set(key, count);
          count.own++;
          if (count.own - count.added > allowed * unsharedPart) toAdd.add(key);
        }
        addUpWhenDue(now);
        return null;
      },
    };
  };
}
