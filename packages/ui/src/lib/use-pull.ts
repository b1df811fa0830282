import { type RefObject, useEffect, useRef, useState } from 'react';
import { timings } from './timings.ts';

export type PullState = 'rest' | 'pulling' | 'refreshing';

/** Limit of the indicator's travel, which is shorter than the finger's. */
const maxDistance = 88;

/** Detects a pull from the top of the page; releasing at 40 px or more refreshes. `distance` is the element's offset. */
export function usePull(element: RefObject<HTMLElement | null>, onRefresh: () => Promise<unknown>) {
  const [state, setState] = useState<PullState>('rest');
  const [distance, setDistance] = useState(0);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let startY: number | null = null;
    let startX = 0;
    let pulled = 0;
    let isRefreshing = false;

    function begin(event: TouchEvent): void {
      const finger = event.touches[0];
      const canPull = !isRefreshing && event.touches.length === 1 && window.scrollY <= 0;
      startY = canPull && finger ? finger.clientY : null;
      startX = finger?.clientX ?? 0;
      pulled = 0;
    }

    function move(event: TouchEvent): void {
      const finger = event.touches[0];
      if (startY === null || !finger) return;
      const down = finger.clientY - startY;
      const isSideways = Math.abs(finger.clientX - startX) > Math.abs(down);
      if (pulled === 0 && (down <= 0 || isSideways)) {
        startY = null;
        return;
      }
      pulled = Math.max(0, down);
      // The browser would otherwise scroll or reload.
      if (event.cancelable) event.preventDefault();
      setState('pulling');
      setDistance(Math.min(pulled, maxDistance));
    }

    async function end(): Promise<void> {
      if (startY === null) return;
      startY = null;
      if (pulled < timings.pullThreshold) {
        settle();
        return;
      }
      isRefreshing = true;
      setState('refreshing');
      setDistance(timings.pullThreshold);
      // The request has shown its error.
      await refresh.current().catch(() => undefined);
      isRefreshing = false;
      settle();
    }

    function settle(): void {
      setState('rest');
      setDistance(0);
    }

    target.addEventListener('touchstart', begin, { passive: true });
    target.addEventListener('touchmove', move, { passive: false });
    target.addEventListener('touchend', end);
    target.addEventListener('touchcancel', end);
    return () => {
      target.removeEventListener('touchstart', begin);
      target.removeEventListener('touchmove', move);
      target.removeEventListener('touchend', end);
      target.removeEventListener('touchcancel', end);
    };
  }, [element]);

  return { state, distance };
}
