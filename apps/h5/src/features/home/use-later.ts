import { startTransition, useEffect, useState } from 'react';
import type * as LaterParts from './later/later-part.tsx';

type Later = typeof LaterParts;

/** Kept after the first load. */
let loaded: Later | null = null;

/** Parts of the home page that load after its figures, in a chunk of their own; null until loaded. */
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
      // The page works without them; the next visit retries.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [areFiguresThere, later]);
  return areFiguresThere ? later : null;
}
