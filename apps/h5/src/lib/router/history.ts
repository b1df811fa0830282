import { randomId } from '../random-id.ts';
import { rootStore } from '../session/root-store.ts';

/** How the address came to be: a new step, a step in the place of another, or a step that existed already. */
export type Step = 'push' | 'replace' | 'pop';

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  /**
   * What the step was made with; lives in the browser's history and survives a reload. Null for everybody but whoever made
   * it: the history of a tab outlives the customer.
   */
  state: unknown;
  /** Names the step: the same again after 返回. */
  key: string;
}

/** Where the app stands, and how it came there. */
export interface Standing {
  location: Location;
  step: Step;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** What the app writes into each entry of the browser's history; `idx` counts the app's own steps. */
interface Entry {
  usr?: unknown;
  key?: string;
  idx?: number;
  /** Whose step it was; null when nobody was logged in. */
  own?: string | null;
}

const ownerNow = (): string | null => rootStore.getState().user?.id ?? null;

function entryNow(): Entry {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? (state as Entry) : {};
}

function standingBy(step: Step): Standing {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default', own } = entryNow();
  return { location: { pathname, search, hash, state: own === ownerNow() ? usr : null, key }, step };
}

/** How many steps of this app lie behind the current page. */
export function historyIndex(): number {
  return entryNow().idx ?? 0;
}

/** The browser's history as the app uses it. A step is taken at once, and heard of before `go` returns. */
export function openHistory() {
  if (entryNow().idx === undefined) window.history.replaceState({ ...entryNow(), idx: 0 }, '');
  const listeners = new Set<() => void>();
  let standing = standingBy('pop');

  function stand(step: Step): void {
    standing = standingBy(step);
    for (const listener of listeners) listener();
  }

  function go(address: string, { replace = false, state = null }: NavigateOptions): void {
    const idx = historyIndex() + (replace ? 0 : 1);
    const entry: Entry = { usr: state, key: randomId().slice(0, 8), idx, own: ownerNow() };
    try {
      if (replace) window.history.replaceState(entry, '', address);
      else window.history.pushState(entry, '', address);
    } catch (error) {
      // A state that cannot be stored is our fault; a browser that counts steps and refuses one still opens addresses.
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
      window.location.assign(address);
      return;
    }
    stand(replace ? 'replace' : 'push');
  }

  const onPop = () => stand('pop');
  /** Hears of every step, the browser's own included; answers how to stop. */
  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('popstate', onPop);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('popstate', onPop);
    };
  }

  return { now: () => standing, go, subscribe };
}
