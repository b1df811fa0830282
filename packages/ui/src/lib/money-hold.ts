import { useEffect, useSyncExternalStore } from 'react';

/** Open money forms and dialogs, which a reload would interrupt. */
const open = new Set<symbol>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers an open money form; the returned function unregisters it. */
export function holdForMoney(): () => void {
  const name = Symbol('money');
  open.add(name);
  changed();
  return () => {
    if (open.delete(name)) changed();
  };
}

/** Prevents reloads while the component is mounted and `isOpen`. */
export function useMoneyHold(isOpen = true): void {
  useEffect(() => (isOpen ? holdForMoney() : undefined), [isOpen]);
}

export const isHeldForMoney = (): boolean => open.size > 0;

export function useIsHeldForMoney(): boolean {
  return useSyncExternalStore(subscribe, isHeldForMoney);
}

/** Resolves when no money form is open. */
export function untilMoneyIsDone(): Promise<void> {
  return new Promise((resolve) => {
    if (!isHeldForMoney()) {
      resolve();
      return;
    }
    const stop = subscribe(() => {
      if (isHeldForMoney()) return;
      stop();
      resolve();
    });
  });
}
