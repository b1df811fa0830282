import { useEffect, useSyncExternalStore } from 'react';

/** Open money forms and dialogs, which a reload would interrupt. */
const openForms = new Set<symbol>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers an open money form; the returned function unregisters it. */
export function blockReload(): () => void {
  const form = Symbol('money');
  openForms.add(form);
  notify();
  return () => {
    if (openForms.delete(form)) notify();
  };
}

/** Prevents reloads while the component is mounted and `isOpen`. */
export function useReloadGuard(isOpen = true): void {
  useEffect(() => (isOpen ? blockReload() : undefined), [isOpen]);
}

export const isReloadBlocked = (): boolean => openForms.size > 0;

export function useIsReloadBlocked(): boolean {
  return useSyncExternalStore(subscribe, isReloadBlocked);
}

/** Resolves when no money form is open. */
export function untilReloadAllowed(): Promise<void> {
  return new Promise((resolve) => {
    if (!isReloadBlocked()) {
      resolve();
      return;
    }
    const stop = subscribe(() => {
      if (isReloadBlocked()) return;
      stop();
      resolve();
    });
  });
}
