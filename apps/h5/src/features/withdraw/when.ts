import { shanghaiClock, shanghaiDate, shanghaiShortTime } from '@lode/ui';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';

const dayMs = 86_400_000;

/** A time with today and tomorrow by name, in server time. */
export function formatWhen(time: string, now: string): string {
  const date = shanghaiDate(time);
  const clock = shanghaiClock(time);
  if (date === shanghaiDate(now)) return messages.today(clock);
  if (date === shanghaiDate(new Date(Date.parse(now) + dayMs))) return messages.tomorrow(clock);
  return shanghaiShortTime(time);
}
