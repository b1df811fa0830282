import { Overloaded } from './errors.ts';

/** Runs at most `width` at once and lets at most `length` wait; more are refused with `reason`, before they begin. */
export function boundedQueue(width: number, length: number, reason: string): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= width) {
      if (waiting.length >= length) throw new Overloaded(reason);
      // The slot is handed over, so that no later caller can take it in between.
      await new Promise<void>((resolve) => void waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
