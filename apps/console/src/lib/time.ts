import { timeTexts as texts } from '../locales/zh/time.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** How long something waits, in two units at most: `1 天 3 时`. */
export function ageText(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since));
  const [days, hours, minutes] = [
    Math.floor(ms / day),
    Math.floor((ms % day) / hour),
    Math.floor((ms % hour) / minute),
  ];
  if (days > 0) return hours > 0 ? `${texts.days(days)} ${texts.hours(hours)}` : texts.days(days);
  if (hours > 0) return minutes > 0 ? `${texts.hours(hours)} ${texts.minutes(minutes)}` : texts.hours(hours);
  return minutes > 0 ? texts.minutes(minutes) : texts.justNow;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hourCycle: 'h23', ...options });
const two = '2-digit';
const moment = format({ month: two, day: two, hour: two, minute: two });
const clock = format({ hour: two, minute: two, second: two });
const date = format({ month: 'long', day: 'numeric', weekday: 'short' });

const fullDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
/** `2026-11-20`. */
export const dayText = (at: string): string => fullDate.format(new Date(at));
/** `11-20 14:18` in Shanghai time, as all times here; of another year `2025-11-20 14:18`. */
export function momentText(at: string): string {
  const text = moment.format(new Date(at)).replace('/', '-');
  const [year] = dayText(at).split('-');
  return year === dayText(new Date().toISOString()).split('-')[0] ? text : `${year}-${text}`;
}
/** `14:18:06`. */
export const clockText = (at: string | number): string => clock.format(new Date(at));
/** `11月20日周五`. */
export const dateText = (at: number): string => date.format(new Date(at));

const minuteOfDay = format({ hour: two, minute: two });
/** `14:18`. */
export const minuteText = (at: string): string => minuteOfDay.format(new Date(at));
/** Of an address: the rest of it is the server's to refuse. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
/** What a field of date and time holds, as a time of Shanghai; null while it holds none. */
export const momentOfField = (held: string | undefined): string | null =>
  held === undefined || held === '' ? null : new Date(`${held}+08:00`).toISOString();
