import { untilReloadAllowed } from '@lode/ui';

/** Reloads once, however often it is called, after all money forms have closed. */
export function reloadWhenAllowed(reload: () => void): () => Promise<void> {
  let isRequested = false;
  return async () => {
    if (isRequested) return;
    isRequested = true;
    await untilReloadAllowed();
    reload();
  };
}
