/**
 * For what a flood repeats: the first of a kind is to be logged at once, then one in each period, with the number of all since.
 * Null: not now.
 */
export function logSampler(periodMs: number, now: () => number = Date.now) {
  const kinds = new Map<string, { loggedAt: number; since: number }>();
  return (kind: string): number | null => {
    const seen = kinds.get(kind) ?? { loggedAt: Number.NEGATIVE_INFINITY, since: 0 };
    kinds.set(kind, seen);
    seen.since++;
    if (now() - seen.loggedAt < periodMs) return null;
    const count = seen.since;
    Object.assign(seen, { loggedAt: now(), since: 0 });
    return count;
  };
}
