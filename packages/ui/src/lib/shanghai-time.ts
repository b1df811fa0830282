import { zh } from '../locale/zh.ts';

/** China has one time zone without daylight saving. */
const offset = 8 * 60 * 60 * 1000;

function shifted(iso: string | Date): string {
  return new Date(new Date(iso).getTime() + offset).toISOString();
}

/** `shanghaiTime('2026-03-18T02:24:00Z') === '2026-03-18 10:24'` */
export function shanghaiTime(iso: string | Date): string {
  return shifted(iso).slice(0, 16).replace('T', ' ');
}

/** Without the year: `'03-18 10:24'`. */
export function shanghaiShortTime(iso: string | Date): string {
  return shanghaiTime(iso).slice(5);
}

/** `'2026-03-18'` */
export function shanghaiDate(iso: string | Date): string {
  return shifted(iso).slice(0, 10);
}

/** `'10:24'` */
export function shanghaiClock(iso: string | Date): string {
  return shanghaiTime(iso).slice(11);
}

/** `weekdayOf('2026-11-19') === '周四'` */
export function weekdayOf(date: string): string {
  return zh.weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
}
