import { useEffect, useRef } from 'react';

export type KeyMap = Readonly<Record<string, () => void>>;

/** A second key of a sequence comes within this time. */
const sequenceMs = 1200;

/** `g q` and the like. A letter sleeps in a field and under a dialog; with a modifier it is the browser's. */
export function useKeys(keys: KeyMap): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    function pressed(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isSecond = first !== '' && event.timeStamp - firstAt < sequenceMs;
      const act = (isSecond && current.current[`${first} ${key}`]) || current.current[key];
      [first, firstAt] = act ? ['', 0] : [key, event.timeStamp];
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;
}
