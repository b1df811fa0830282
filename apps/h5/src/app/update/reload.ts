import { untilMoneyIsDone } from '@lode/ui';

/** Reloads once, however often it is called, after all money forms have closed. */
export function onceReload(reload: () => void): () => Promise<void> {
  let isAsked = false;
  return async () => {
    if (isAsked) return;
    isAsked = true;
    await untilMoneyIsDone();
    reload();
  };
}
