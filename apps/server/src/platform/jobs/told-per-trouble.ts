import type { Tick } from './ticking.ts';

/**
 * What every round says again reaches somebody once per trouble: a whole round without the words ends it, and the next time they
 * are news. Words said between two rounds belong to the later one.
 */
export function toldPerTrouble(tell: (words: string) => void) {
  let lastRound = new Set<string>();
  let thisRound = new Set<string>();
  return {
    alarm(words: string): void {
      if (!lastRound.has(words) && !thisRound.has(words)) tell(words);
      thisRound.add(words);
    },
    rounds(tick: Tick): Tick {
      return async (now) => {
        try {
          await tick(now);
        } finally {
          lastRound = thisRound;
          thisRound = new Set();
        }
      };
    },
  };
}
