import { useEffect, useSyncExternalStore } from 'react';

/** What is open just now that a reload would tear: forms and dialogs of money. */
const open = new Set<symbol>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that a form or dialog of money is open; the answer says that it is closed. */
export function holdForMoney(): () => void {
  const name = Symbol('money');
  open.add(name);
  changed();
  return () => {
    if (open.delete(name)) changed();
  };
}

/** Holds as long as the component is there and `isOpen`: the app does not reload under it. */
export function useMoneyHold(isOpen = true): void {
  useEffect(() => (isOpen ? holdForMoney() : undefined), [isOpen]);
}

export const isHeldForMoney = (): boolean => open.size > 0;

export function useIsHeldForMoney(): boolean {
  return useSyncExternalStore(subscribe, isHeldForMoney);
}

/** Resolves as soon as nothing of money is open. */
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
