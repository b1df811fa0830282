const hour = 60;
const day = 24 * hour;

/** A rough time ahead, never earlier than it is: `6 分钟`; `roughDuration(23) === '25 分钟'`, `roughDuration(650) === '11 小时'`. */
export function roughDuration(minutes: number): string {
  if (minutes < 10) return `${Math.max(1, minutes)} 分钟`;
  return minutes <= hour ? `${Math.ceil(minutes / 5) * 5} 分钟` : `${Math.ceil(minutes / hour)} 小时`;
}

/** `durationText` for a large figure: its number, and the rest as its unit: `{ value: '23', unit: '小时 50 分' }`. */
export function durationFigure(minutes: number): { value: string; unit: string } {
  const [value = '', ...unit] = durationText(minutes).split(' ');
  return { value, unit: unit.join(' ') };
}

/** The two largest units: `durationText(1430) === '23 小时 50 分'`, `durationText(4500) === '3 天 3 小时'`. */
export function durationText(minutes: number): string {
  const [large, small] =
    minutes > day
      ? [`${Math.floor(minutes / day)} 天`, `${Math.floor((minutes % day) / hour)} 小时`]
      : [`${Math.floor(minutes / hour)} 小时`, `${minutes % hour} 分`];
  return [large, small].filter((text) => !text.startsWith('0 ')).join(' ') || '0 分';
}

/** Years and months, never sooner than it is: `monthsText(929) === '2 年 7 个月'`. */
export function monthsText(days: number): string {
  const months = Math.ceil((days * 12) / 365);
  return [`${Math.floor(months / 12)} 年`, `${months % 12} 个月`].filter((text) => !text.startsWith('0 ')).join(' ');
}
