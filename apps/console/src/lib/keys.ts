import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** By key, `j`, by two after another, `g q`, or the one with a modifier, `Ctrl Enter`. */
export type KeyMap = Readonly<Record<string, () => void>>;

/** A second key of a sequence comes within this time. */
const sequenceMs = 1200;

/** Of what is mounted, the innermost page last. */
const mounted: { current: KeyMap }[] = [];
let first = '';
let firstAt = 0;

/** Tells who shows the keys that their names are others now. */
const watchers = new Set<() => void>();
let names = '';
function changed(): void {
  const next = [...new Set(mounted.flatMap(({ current }) => Object.keys(current)))].sort().join('\n');
  if (next === names) return;
  names = next;
  for (const watcher of watchers) watcher();
}
function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** What works now, on the page and around it. A page gives only the keys that do something. */
export const useWorkingKeys = (): ReadonlySet<string> => new Set(useSyncExternalStore(watch, () => names).split('\n'));

/** The keys work while the component is mounted. A letter sleeps in a field and under a dialog; with a modifier it is the browser's. */
export function useKeys(keys: KeyMap): void {
  const own = useRef(keys);
  own.current = keys;
  // With what is drawn: a key that is pressed at the sight of the page works.
  useLayoutEffect(() => {
    if (mounted.length === 0) document.addEventListener('keydown', pressed);
    mounted.push(own);
    changed();
    return () => {
      mounted.splice(mounted.indexOf(own), 1);
      changed();
      if (mounted.length === 0) document.removeEventListener('keydown', pressed);
    };
  }, []);
  useLayoutEffect(changed);
}

function pressed(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return confirmed(event);
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isSecond = first !== '' && event.timeStamp - firstAt < sequenceMs;
  const act = (isSecond && find(`${first} ${key}`)) || find(key);
  [first, firstAt] = act ? ['', 0] : [key, event.timeStamp];
  if (!act) return;
  event.preventDefault();
  act();
}

/** The one key that works in a field too, where it ends what is written there; not under a dialog, which has its own button. */
function confirmed(event: KeyboardEvent): void {
  const act = find('Ctrl Enter');
  const isInDialog = event.target instanceof Element && event.target.closest('[role=dialog]') !== null;
  if (event.defaultPrevented || isInDialog || !act) return;
  event.preventDefault();
  act();
}

const find = (keys: string) => mounted.findLast(({ current }) => current[keys])?.current[keys];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;
}
