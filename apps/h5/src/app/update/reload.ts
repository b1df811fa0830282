import { untilMoneyIsDone } from '@lode/ui';

/** Reloads the page once, however many ask for it, and never under a form or dialog of money. */
export function onceReload(reload: () => void): () => Promise<void> {
  let isAsked = false;
  return async () => {
    if (isAsked) return;
    isAsked = true;
    await untilMoneyIsDone();
    reload();
  };
}
