/** The product's time. It is passed in everywhere, so that a day can be lived through in a test or in the demo. */
export interface Clock {
  readonly now: () => Date;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Asia/Shanghai has kept UTC+8 without summer time since 1991: a fixed shift is exact for every date we store. */
const shanghaiShift = 8 * hour;

/** The machine's clock, shifted forward by whole hours (demo mode only). */
export function systemClock(offsetHours = 0): Clock {
  return { now: () => new Date(Date.now() + offsetHours * hour) };
}

export interface ManualClock extends Clock {
  readonly set: (now: Date | string) => void;
  readonly advance: (by: { days?: number; hours?: number; minutes?: number; seconds?: number }) => void;
}

/** A clock that stands still until a test moves it. */
export function manualClock(start: Date | string): ManualClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    set(next) {
      now = new Date(next).getTime();
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now += days * day + hours * hour + minutes * 60_000 + seconds * 1000;
    },
  };
}

/** The end of the hour that runs: an instant on the hour begins one. */
export function endOfHour(at: Date): Date {
  return new Date((Math.floor(at.getTime() / hour) + 1) * hour);
}

/** The mining day (UTC) that an instant belongs to: outputs, running seconds, electricity. */
export function miningDate(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The business day (Shanghai) that an instant belongs to: savings, hosting months, limits per day. */
export function businessDate(at: Date): string {
  return miningDate(new Date(at.getTime() + shanghaiShift));
}

/** As it is read in Shanghai, to the second: `2026-11-24 14:00:09`. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + shanghaiShift).toISOString().slice(0, 19).replace('T', ' ');
}

/** The minute in Shanghai: `2026-11-24 14:00`. */
export function shanghaiMinute(at: Date): string {
  return shanghaiTime(at).slice(0, 16);
}

/** `addDays('2020-02-28', 2) === '2020-03-01'`. */
export function addDays(date: string, days: number): string {
  return miningDate(new Date(startOfMiningDay(date).getTime() + days * day));
}

/** Whole days from one date to another: `daysBetween('2020-02-28', '2020-03-01') === 2`. */
export function daysBetween(from: string, to: string): number {
  return (startOfMiningDay(to).getTime() - startOfMiningDay(from).getTime()) / day;
}

/** 00:00 UTC of a date. Throws on what is no date of the calendar. */
export function startOfMiningDay(date: string): Date {
  const start = new Date(`${date}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || miningDate(start) !== date) throw new RangeError(`${date} is no calendar date`);
  return start;
}

/** Whether a text is a date as it is written everywhere here: `2020-02-29`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    startOfMiningDay(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** 00:00 in Shanghai of a business day. */
export function startOfBusinessDay(date: string): Date {
  return new Date(startOfMiningDay(date).getTime() - shanghaiShift);
}
