import type { Data } from '@lode/contract';

export type Popup = Data<'popupList'>[number];

/** How often it is looked whether the home page is the one that is shown, with nothing before it that comes first. */
const pageCheckMs = 500;
/** Between a popup that was closed and the next. */
const pauseMs = 400;

/**
 * The popups of one start of the app: one after another, each once, and only where they are free to come, in front
 * of the home page. What waits while the customer is elsewhere comes when the home page is back.
 */
export function createPopupQueue(isFree: () => boolean) {
  let hasStarted = false;
  let waiting: Popup[] = [];
  let current: Popup | null = null;
  let shown: Popup | null = null;
  let checks: ReturnType<typeof setInterval> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function show(popup: Popup | null): void {
    if (popup === shown) return;
    shown = popup;
    for (const listener of listeners) listener();
  }

  function check(): void {
    if (!isFree()) {
      show(null);
      return;
    }
    if (pause !== undefined) return;
    current ??= waiting.shift() ?? null;
    show(current);
    if (current === null) clearInterval(checks);
  }

  return {
    /** The popup in front of the page, null for none. */
    get: () => shown,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Takes the list of this start; another one has to wait for the next start. */
    start(popups: readonly Popup[]): void {
      if (hasStarted) return;
      hasStarted = true;
      waiting = [...popups];
      checks = setInterval(check, pageCheckMs);
      check();
    },

    /** The popup was closed or followed: it has been seen. */
    close(): void {
      current = null;
      show(null);
      clearTimeout(pause);
      pause = setTimeout(() => {
        pause = undefined;
        check();
      }, pauseMs);
    },

    /** Another customer starts anew. */
    reset(): void {
      clearInterval(checks);
      clearTimeout(pause);
      pause = undefined;
      hasStarted = false;
      waiting = [];
      current = null;
      show(null);
    },
  };
}
