import { addDays } from '../../../platform/clock/clock.ts';

/** The first day of the month that ends with a date; null when it ends none. */
export function monthEndingWith(date: string): string | null {
  return addDays(date, 1).endsWith('-01') ? `${date.slice(0, 7)}-01` : null;
}
