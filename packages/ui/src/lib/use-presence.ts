import { useEffect, useState } from 'react';
import { timings } from './timings.ts';

export type Presence = 'absent' | 'open' | 'closing';

/** Keeps an element mounted for its 300 ms closing animation; not with reduced motion. */
export function usePresence(isOpen: boolean): Presence {
  const [presence, setPresence] = useState<Presence>(isOpen ? 'open' : 'absent');
  if (isOpen && presence !== 'open') setPresence('open');
  if (!isOpen && presence === 'open') setPresence('closing');

  useEffect(() => {
    if (presence !== 'closing') return;
    const wait = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : timings.dialog;
    const timer = setTimeout(() => setPresence('absent'), wait);
    return () => clearTimeout(timer);
  }, [presence]);

  return presence;
}
