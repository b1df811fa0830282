import { type RefObject, useEffect, useRef } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

interface OpenDialog {
  element: HTMLElement;
  dismiss: () => void;
}

/** Open dialogs, the topmost last, which alone handles keys. */
const open: OpenDialog[] = [];

/** How the topmost dialog is asked to close, as by Escape; null while none is open. One that is busy stays. */
export function topmostDialog(): (() => void) | null {
  const top = open.at(-1);
  return top === undefined ? null : () => open.includes(top) && top.dismiss();
}

/** Traps the focus inside an open dialog; Escape asks to close, and the previous focus is restored. */
export function useDialogFocus(dialog: RefObject<HTMLElement | null>, isOpen: boolean, onDismiss?: () => void): void {
  const latest = useRef(onDismiss);
  latest.current = onDismiss;

  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    const before = document.activeElement as HTMLElement | null;
    const own: OpenDialog = { element, dismiss: () => latest.current?.() };
    open.push(own);
    if (!element.contains(before)) element.focus({ preventScroll: true });

    function handleKey(event: KeyboardEvent): void {
      if (!element || open.at(-1) !== own) return;
      if (event.key === 'Escape' && latest.current) {
        event.stopPropagation();
        own.dismiss();
      }
      if (event.key === 'Tab') keepInside(element, event);
    }
    document.addEventListener('keydown', handleKey, true);
    return () => {
      document.removeEventListener('keydown', handleKey, true);
      open.splice(open.indexOf(own), 1);
      before?.focus?.({ preventScroll: true });
    };
  }, [dialog, isOpen]);
}

function keepInside(element: HTMLElement, event: KeyboardEvent): void {
  const stops = [...element.querySelectorAll<HTMLElement>(focusable)];
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) {
    event.preventDefault();
    return;
  }
  const at = document.activeElement;
  const isOutside = !element.contains(at) || at === element;
  if (event.shiftKey ? at === first || isOutside : at === last || isOutside) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}
