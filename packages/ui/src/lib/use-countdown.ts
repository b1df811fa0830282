import { useCallback, useEffect, useState } from 'react';

/**
 * Seconds left by the clock rather than by ticks, so that a phone that slept is right at once. `start(60)` begins,
 * `initial` begins at once.
 */
export function useCountdown(initial = 0): { secondsLeft: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState<number | null>(() => (initial > 0 ? performance.now() + initial * 1000 : null));
  const [secondsLeft, setSecondsLeft] = useState(initial);

  const start = useCallback((seconds: number) => {
    setEndsAt(performance.now() + seconds * 1000);
    setSecondsLeft(seconds);
  }, []);

  useEffect(() => {
    if (endsAt === null) return;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) setEndsAt(null);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  return { secondsLeft, start };
}
