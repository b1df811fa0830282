import { useEffect, useRef } from 'react';
import { timings } from './timings.ts';

/** Calls `onReach` when the page is scrolled to within 10 px of its end, or is too short to be scrolled at all. */
export function useReachBottom(isActive: boolean, onReach: (() => void) | undefined): void {
  const reach = useRef(onReach);
  reach.current = onReach;

  useEffect(() => {
    if (!isActive) return;
    function check(): void {
      const page = document.documentElement;
      const left = page.scrollHeight - window.scrollY - window.innerHeight;
      if (left <= timings.scrollThreshold) reach.current?.();
    }
    check();
    window.addEventListener('scroll', check, { passive: true });
    window.addEventListener('resize', check);
    return () => {
      window.removeEventListener('scroll', check);
      window.removeEventListener('resize', check);
    };
  }, [isActive]);
}
