/** Dates as texts. A mining day is a day of UTC; a business day is one of Shanghai, eight hours ahead, without summer time. */

export const hour = 3_600_000;
export const dayLength = 24 * hour;

const starts = new Map<string, number>();

/** The first instant of a mining day. */
export function startOf(date: string): number {
  let start = starts.get(date);
  if (start === undefined) {
    start = Date.parse(`${date}T00:00:00Z`);
    starts.set(date, start);
  }
  return start;
}

export const miningDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const businessDay = (at: number): string => miningDay(at + 8 * hour);
export const plusDays = (date: string, days: number): string => miningDay(startOf(date) + days * dayLength);
export const endsMonth = (date: string): boolean => plusDays(date, 1).endsWith('-01');
export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

/** Days from one date to another, both counted. */
export const daysFromTo = (from: string, to: string): number => (startOf(to) - startOf(from)) / dayLength + 1;

export function lastOfMonth(month: string): string {
  return plusDays(monthOf(plusDays(month, 31)), -1);
}

export const later = (a: string, b: string): string => (a > b ? a : b);
export const earlier = (a: string, b: string): string => (a < b ? a : b);
