import type { ReactNode } from 'react';
import styles from './chart.module.css';

/** The field that both bar charts draw in: 311 wide (a card's inside), bars standing on a line at 94. */
export const field = { width: 311, height: 112, floor: 94, top: 4 } as const;

/** Left edge and width of the bar at `index` of `count`. */
export function barPlace(index: number, count: number): { x: number; width: number } {
  const pitch = field.width / Math.max(count, 12);
  const width = Math.min(pitch * 0.68, 14);
  return { x: pitch * index + (pitch - width) / 2, width };
}

const monthDay = (date: string) => date.slice(5);

/** Base line and three dates under the bars. */
export function ChartFrame({
  label,
  dates,
  children,
}: {
  label: string;
  dates: readonly string[];
  children: ReactNode;
}) {
  const middle = dates[Math.floor((dates.length - 1) / 2)];
  return (
    <svg className={styles.chart} viewBox={`0 0 ${field.width} ${field.height}`} role="img" aria-label={label}>
      <path className={styles.base} d={`M0 ${field.floor + 0.5}H${field.width}`} />
      {children}
      {dates.length > 0 && (
        <text x="0" y="110">
          {monthDay(dates[0] as string)}
        </text>
      )}
      {dates.length > 20 && middle && (
        <text x={field.width / 2} y="110" textAnchor="middle">
          {monthDay(middle)}
        </text>
      )}
      {dates.length > 12 && (
        <text x={field.width} y="110" textAnchor="end">
          {monthDay(dates.at(-1) as string)}
        </text>
      )}
    </svg>
  );
}
