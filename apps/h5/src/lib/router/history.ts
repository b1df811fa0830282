import { topmostDialog } from '@lode/ui';
import { randomId } from '../random-id.ts';
import { rootStore } from '../session/root-store.ts';

export type NavigationType = 'push' | 'replace' | 'pop';

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  /**
   * State of the history entry, which survives a reload; null for any customer but its owner, because a tab's history
   * outlives a session.
   */
  state: unknown;
  /** Identifies the history entry. */
  key: string;
}

export interface NavigationState {
  location: Location;
  navigationType: NavigationType;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** Content of a history entry; `idx` counts the app's own entries. */
interface Entry {
  usr?: unknown;
  key?: string;
  idx?: number;
  /** Id of the customer who made the entry; null without a session. */
  own?: string | null;
}

const currentOwner = (): string | null => rootStore.getState().user?.id ?? null;

function currentEntry(): Entry {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? (state as Entry) : {};
}

function stateAfter(navigationType: NavigationType): NavigationState {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default', own } = currentEntry();
  return { location: { pathname, search, hash, state: own === currentOwner() ? usr : null, key }, navigationType };
}

/** Number of the app's entries before the current one. */
export function historyIndex(): number {
  return currentEntry().idx ?? 0;
}

/** The browser's history; listeners are notified before `go` returns. */
export function openHistory() {
  if (currentEntry().idx === undefined) window.history.replaceState({ ...currentEntry(), idx: 0 }, '');
  const listeners = new Set<() => void>();
  let current = stateAfter('pop');
  let currentIndex = historyIndex();
  let isOwnStep = false;
  /** While the browser comes back to the current entry: what closes the dialog there, and what waits until then. */
  let returning: { seenIndex: number; dismiss: () => void; waiting: (() => void)[] } | null = null;

  function update(navigationType: NavigationType): void {
    current = stateAfter(navigationType);
    currentIndex = historyIndex();
    for (const listener of listeners) listener();
  }

  function go(address: string, options: NavigateOptions): void {
    if (returning) returning.waiting.push(() => goNow(address, options));
    else goNow(address, options);
  }

  function goNow(address: string, { replace = false, state = null }: NavigateOptions): void {
    const idx = historyIndex() + (replace ? 0 : 1);
    const entry: Entry = { usr: state, key: randomId().slice(0, 8), idx, own: currentOwner() };
    try {
      if (replace) window.history.replaceState(entry, '', address);
      else window.history.pushState(entry, '', address);
    } catch (error) {
      // A state that cannot be cloned is a bug; a browser that limits the rate of entries can still open addresses.
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
      window.location.assign(address);
      return;
    }
    update(replace ? 'replace' : 'push');
  }

  /** By the number of entries, which a dialog does not hold up. */
  function step(entries: number): void {
    if (returning) {
      returning.waiting.push(() => step(entries));
      return;
    }
    isOwnStep = true;
    window.history.go(entries);
  }

  /**
   * The browser's back button closes a dialog and stays on the page: an entry that was left is entered again, then the
   * dialog closes, so that what it does next happens at its own entry. A dialog has no entry of its own that could be left over.
   * On the app's first entry the browser says nothing: there back leaves.
   */
  function onPop(): void {
    const { idx = currentIndex, key = 'default' } = currentEntry();
    if (returning) {
      comeBack(returning, idx, key);
      return;
    }
    const dismiss = idx < currentIndex && !isOwnStep ? topmostDialog() : null;
    isOwnStep = false;
    if (dismiss === null) update('pop');
    else {
      returning = { seenIndex: idx, dismiss, waiting: [] };
      window.history.go(currentIndex - idx);
    }
  }

  function comeBack({ seenIndex, dismiss, waiting }: NonNullable<typeof returning>, idx: number, key: string): void {
    if (key === current.location.key) {
      returning = null;
      dismiss();
      for (const next of waiting) next();
      return;
    }
    // Pressed again meanwhile: the way back that is under way ends too early, and only then the rest of it is asked for.
    if (idx > seenIndex) window.history.go(currentIndex - idx);
    returning = { seenIndex: idx, dismiss, waiting };
  }

  /** Subscribes to all navigation, including the browser's own; returns the unsubscribe function. */
  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('popstate', onPop);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('popstate', onPop);
    };
  }

  return { now: () => current, go, step, subscribe };
}
