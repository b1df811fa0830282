import { startTransition, useEffect, useState } from 'react';
import type * as LaterParts from './later/later-part.tsx';

type Later = typeof LaterParts;

/** Once loaded it is there at once, also when the home page comes back. */
let loaded: Later | null = null;

/** The parts of the home page that come after its figures, in a chunk of their own; null until they are here. */
export function useLater(areFiguresThere: boolean): Later | null {
  const [later, setLater] = useState(loaded);
  useEffect(() => {
    if (!areFiguresThere || later !== null) return;
    let isWanted = true;
    import('./later/later-part.tsx').then(
      (parts) => {
        loaded = parts;
        if (isWanted) startTransition(() => setLater(parts));
      },
      // Without them the page has its figures; the next visit tries again.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [areFiguresThere, later]);
  return areFiguresThere ? later : null;
}
