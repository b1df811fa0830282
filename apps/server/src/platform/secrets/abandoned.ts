/** A comparison takes a blink. One that is open longer belongs to a process that died: it was not wrong. */
const comparesAtMost = 30_000;

/** An attempt that was begun earlier than this and is open is being compared no longer. */
export const abandonedBefore = (now: Date) => new Date(now.getTime() - comparesAtMost);
