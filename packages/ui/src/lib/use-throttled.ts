import { useCallback, useRef } from 'react';
import { timings } from './timings.ts';

/**
 * Runs the first call and drops those that follow within `milliseconds`, such as a double tap. The returned function is
 * stable.
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
