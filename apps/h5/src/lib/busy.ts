/** How many calls and pages the customer waits for: work ahead of time must not compete with them for a slow line. */
let count = 0;
const waiting = new Set<() => void>();

/** Marks a wait; the returned function ends it, once. */
export function markBusy(): () => void {
  let isDone = false;
  count += 1;
  return () => {
    if (isDone) return;
    isDone = true;
    count -= 1;
    if (count > 0) return;
    const callbacks = [...waiting];
    waiting.clear();
    for (const callback of callbacks) callback();
  };
}

export const isBusy = () => count > 0;

/** Calls back when the customer waits for nothing, at once when that is now. */
export function whenQuiet(callback: () => void): void {
  if (isBusy()) waiting.add(callback);
  else callback();
}
