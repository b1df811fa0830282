const hour = 60;
const day = 24 * hour;

/** A rough time ahead, never earlier than it is: `roughDuration(23) === '25 分钟'`, `roughDuration(650) === '11 小时'`. */
export function roughDuration(minutes: number): string {
  return minutes <= hour ? `${Math.max(1, Math.ceil(minutes / 5)) * 5} 分钟` : `${Math.ceil(minutes / hour)} 小时`;
}

/** The largest unit, rounded down: `largestUnit(1430)` is 23 小时. */
export function largestUnit(minutes: number): { value: string; unit: string } {
  if (minutes >= day) return { value: String(Math.floor(minutes / day)), unit: '天' };
  return minutes >= hour
    ? { value: String(Math.floor(minutes / hour)), unit: '小时' }
    : { value: String(minutes), unit: '分钟' };
}

/** The two largest units: `durationText(1430) === '23 小时 50 分'`, `durationText(4500) === '3 天 3 小时'`. */
export function durationText(minutes: number): string {
  const [large, small] =
    minutes > day
      ? [`${Math.floor(minutes / day)} 天`, `${Math.floor((minutes % day) / hour)} 小时`]
      : [`${Math.floor(minutes / hour)} 小时`, `${minutes % hour} 分`];
  return [large, small].filter((text) => !text.startsWith('0 ')).join(' ') || '0 分';
}
