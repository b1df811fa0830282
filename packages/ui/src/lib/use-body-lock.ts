import { useEffect } from 'react';

let locks = 0;

/** Locks page scrolling below an overlay; the last caller unlocks it. */
export function useBodyLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    locks += 1;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      locks -= 1;
      if (locks === 0) document.documentElement.style.overflow = '';
    };
  }, [isActive]);
}
