import { useEffect, useRef } from 'react';
import { timings } from './timings.ts';

/** Calls `onReach` within 10 px of the page's end, or when the page is too short to scroll. */
export function useReachBottom(isActive: boolean, onReach: (() => void) | undefined): void {
  const onReachRef = useRef(onReach);
  onReachRef.current = onReach;

  useEffect(() => {
    if (!isActive) return;
    function check(): void {
      const page = document.documentElement;
      const left = page.scrollHeight - window.scrollY - window.innerHeight;
      if (left <= timings.scrollThreshold) onReachRef.current?.();
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
