import { startTransition, useEffect, useState } from 'react';
import type * as LaterParts from './deferred/deferred-part.tsx';

type Deferred = typeof LaterParts;

/** Kept after the first load. */
let loaded: Deferred | null = null;

/** Parts of the home page that load after its figures, in a chunk of their own; null until loaded. */
export function useDeferred(areFiguresLoaded: boolean): Deferred | null {
  const [deferred, setDeferred] = useState(loaded);
  useEffect(() => {
    if (!areFiguresLoaded || deferred !== null) return;
    let isWanted = true;
    import('./deferred/deferred-part.tsx').then(
      (parts) => {
        loaded = parts;
        if (isWanted) startTransition(() => setDeferred(parts));
      },
      // The page works without them; the next visit retries.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [areFiguresLoaded, deferred]);
  return areFiguresLoaded ? deferred : null;
}
