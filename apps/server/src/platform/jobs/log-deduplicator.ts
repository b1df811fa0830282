import type { Tick } from './ticking.ts';

/**
 * Emits an event that every round reports again only once: a whole round without it ends its condition, and the next report
 * is emitted again. An event that is reported between two rounds counts to the later one.
 */
export function logDeduplicator<Event>(emit: (event: Event) => void) {
  let lastRound = new Set<string>();
  let thisRound = new Set<string>();
  return {
    report(event: Event): void {
      const key = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      if (!lastRound.has(key) && !thisRound.has(key)) emit(event);
      thisRound.add(key);
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
