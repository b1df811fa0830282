import { useEffect, useRef } from 'react';

/** By key, `j`, or by two after another, `g q`. */
export type KeyMap = Readonly<Record<string, () => void>>;

/** A second key of a sequence comes within this time. */
const sequenceMs = 1200;

/** Of what is mounted, the innermost page last. */
const mounted: { current: KeyMap }[] = [];
let first = '';
let firstAt = 0;

/** The keys work while the component is mounted. A letter sleeps in a field and under a dialog; with a modifier it is the browser's. */
export function useKeys(keys: KeyMap): void {
  const own = useRef(keys);
  own.current = keys;
  useEffect(() => {
    if (mounted.length === 0) document.addEventListener('keydown', pressed);
    mounted.push(own);
    return () => {
      mounted.splice(mounted.indexOf(own), 1);
      if (mounted.length === 0) document.removeEventListener('keydown', pressed);
    };
  }, []);
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isSecond = first !== '' && event.timeStamp - firstAt < sequenceMs;
  const act = (isSecond && find(`${first} ${key}`)) || find(key);
  [first, firstAt] = act ? ['', 0] : [key, event.timeStamp];
  if (!act) return;
  event.preventDefault();
  act();
}

const find = (keys: string) => mounted.findLast(({ current }) => current[keys])?.current[keys];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;
}
