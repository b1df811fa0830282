/** Failures that cost nothing yet. */
const freeFailures = 3;
const longestWaitMs = 300_000;
const mostSubjects = 1000;

/** Counts wrong proofs by subject, and makes the next one wait: 1 s, 2 s, 4 s, … up to five minutes. */
export function createAttempts(now: () => number) {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    isBlocked: (subject: string): boolean => (failures.get(subject)?.until ?? 0) > now(),
    fail(subject: string): void {
      const count = (failures.get(subject)?.count ?? 0) + 1;
      const wait = count <= freeFailures ? 0 : Math.min(1000 * 2 ** (count - freeFailures - 1), longestWaitMs);
      failures.delete(subject);
      failures.set(subject, { count, until: now() + wait });
      const [oldest] = failures.keys();
      if (failures.size > mostSubjects && oldest !== undefined) failures.delete(oldest);
    },
    succeed: (subject: string): void => void failures.delete(subject),
  };
}
