import { shanghaiClock, shanghaiDate, shanghaiShortTime } from '@lode/ui';
import { withdrawWords as words } from '../../locales/zh/withdraw.ts';

const dayMs = 86_400_000;

/** A time with today and tomorrow by name, in server time. */
export function whenOf(time: string, now: string): string {
  const date = shanghaiDate(time);
  const clock = shanghaiClock(time);
  if (date === shanghaiDate(now)) return words.today(clock);
  if (date === shanghaiDate(new Date(Date.parse(now) + dayMs))) return words.tomorrow(clock);
  return shanghaiShortTime(time);
}
