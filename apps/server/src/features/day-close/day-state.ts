import type { ConsoleData } from '@lode/contract/console';
import type { Progress } from './day-order.ts';

type DayState = ConsoleData<'day'>['state'];

interface KnownDay {
  date: string;
  startedAt: Date | null;
  closedAt: Date | null;
  refusedAt: Date | null;
  isOrdered: boolean;
}

/** Where the close of a day stands, in one word. */
export function dayState(
  { date, startedAt, closedAt, refusedAt, isOrdered }: KnownDay,
  { firstClosed }: Pick<Progress, 'firstClosed'>,
  { now, dueAt }: { now: Date; dueAt: Date },
): DayState {
  if (closedAt !== null) return 'CLOSED';
  if (isOrdered) return 'RUNNING';
  if (refusedAt !== null) return 'REFUSED';
  if (startedAt !== null) return 'RUNNING';
  if (firstClosed === null || date < firstClosed) return 'NONE';
  return now >= dueAt ? 'LATE' : 'OPEN';
}
