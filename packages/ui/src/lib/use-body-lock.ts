import { useEffect } from 'react';

let locks = 0;

/** Holds the page still while something floats above it. Several may ask; the last one lets go. */
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
