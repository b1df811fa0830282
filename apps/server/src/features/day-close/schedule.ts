import { addDays } from '../../platform/clock/clock.ts';
import type { Progress } from './day-order.ts';

/**
 * The day that the schedule closes now, if one is due: the one that was begun, or the next after the last closed. The
 * first close is a person's to begin, unless the kind knows the day from which on it is owed. A close that lies further back than `catchUpDays` waits for a person too: so far
 * behind, something is wrong with the clock or with the product.
 */
export function dayDue(
  { lastClosed, begun }: Progress,
  {
    now,
    dueAt,
    catchUpDays,
    firstDay = null,
  }: { now: Date; readonly dueAt: (date: string) => Date; catchUpDays: number; firstDay?: string | null },
): string | null {
  const next = begun ?? (lastClosed === null ? firstDay : addDays(lastClosed, 1));
  if (next === null || now < dueAt(next)) return null;
  return now >= dueAt(addDays(next, catchUpDays)) ? null : next;
}
