import type { Tick } from './ticking.ts';

/**
 * Emits what every round reports again only once: a whole round without it ends the condition, and the next report of it is
 * emitted again. What is reported between two rounds counts to the later one.
 */
export function alertDeduplicator<Alert>(emit: (alert: Alert) => void) {
  let lastRound = new Set<string>();
  let thisRound = new Set<string>();
  return {
    report(alert: Alert): void {
      const key = JSON.stringify(alert, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      if (!lastRound.has(key) && !thisRound.has(key)) emit(alert);
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
