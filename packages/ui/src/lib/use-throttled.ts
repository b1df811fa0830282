import { useCallback, useRef } from 'react';
import { timings } from './timings.ts';

/**
 * Lets the first call through and swallows those that follow within `milliseconds` of it: a nervous double tap acts once.
 * The returned function never changes, so it may stand in dependency lists.
 */
export function useThrottled<Args extends unknown[]>(
  action: ((...args: Args) => void) | undefined,
  milliseconds: number = timings.buttonThrottle,
): (...args: Args) => void {
  const latest = useRef(action);
  latest.current = action;
  const acceptedAt = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(
    (...args: Args) => {
      const now = performance.now();
      if (now - acceptedAt.current < milliseconds) return;
      acceptedAt.current = now;
      latest.current?.(...args);
    },
    [milliseconds],
  );
}
