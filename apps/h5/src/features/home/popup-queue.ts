import type { Data } from '@lode/contract';

export type Popup = Data<'popupList'>[number];

/** Interval at which the queue checks whether a popup may be shown. */
const pageCheckMs = 500;
/** Pause between two popups. */
const pauseMs = 400;

/** The popups of one start of the app: one after another, each once, and only while `isFree`. */
export function createPopupQueue(canShow: () => boolean) {
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
    if (!canShow()) {
      show(null);
      return;
    }
    if (pause !== undefined) return;
    current ??= waiting.shift() ?? null;
    show(current);
    if (current === null) clearInterval(checks);
  }

  return {
    get: () => shown,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Takes the list of this start; later lists wait for the next start. */
    start(popups: readonly Popup[]): void {
      if (hasStarted) return;
      hasStarted = true;
      waiting = [...popups];
      checks = setInterval(check, pageCheckMs);
      check();
    },

    close(): void {
      current = null;
      show(null);
      clearTimeout(pause);
      pause = setTimeout(() => {
        pause = undefined;
        check();
      }, pauseMs);
    },

    /** For another customer. */
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
