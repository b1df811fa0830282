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
  /** Closes a dialog once the browser is at the current entry again. */
  let dismiss: (() => void) | null = null;

  function update(navigationType: NavigationType): void {
    current = stateAfter(navigationType);
    currentIndex = historyIndex();
    dismiss = null;
    for (const listener of listeners) listener();
  }

  function go(address: string, { replace = false, state = null }: NavigateOptions): void {
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
    isOwnStep = true;
    window.history.go(entries);
  }

  /**
   * The browser's back button closes a dialog and stays on the page: an entry that was left is entered again, then the
   * dialog closes, so that what it does next happens at its own entry. A dialog has no entry of its own that could be left over.
   */
  function onPop(): void {
    const { idx = currentIndex, key = 'default' } = currentEntry();
    const close = key === current.location.key ? dismiss : null;
    dismiss = idx < currentIndex && !isOwnStep ? topmostDialog() : null;
    isOwnStep = false;
    if (dismiss !== null) window.history.go(currentIndex - idx);
    else if (close === null) update('pop');
    else close();
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
