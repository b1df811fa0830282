import type { ReactNode } from 'react';
import styles from './chart.module.css';

/** Drawing area of both bar charts: 311 wide (inside of a card), baseline at 94. */
export const field = { width: 311, height: 95, floor: 94, top: 4 } as const;

/** Left edge and width of the bar at `index` of `count`. */
export function barPlace(index: number, count: number): { x: number; width: number } {
  const pitch = field.width / Math.max(count, 12);
  const width = Math.min(pitch * 0.68, 14);
  return { x: pitch * index + (pitch - width) / 2, width };
}

const monthDay = (date: string) => date.slice(5);

/**
 * Baseline and three dates below the bars; the dates are outside the drawing, so that they keep their size on narrow
 * screens.
 */
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
    <div role="img" aria-label={label}>
      <svg className={styles.chart} viewBox={`0 0 ${field.width} ${field.height}`} aria-hidden="true">
        <path className={styles.base} d={`M0 ${field.floor + 0.5}H${field.width}`} />
        {children}
      </svg>
      <div className={styles.dates}>
        <span>{dates[0] && monthDay(dates[0])}</span>
        <span>{dates.length > 20 && middle && monthDay(middle)}</span>
        <span>{dates.length > 12 && monthDay(dates.at(-1) as string)}</span>
      </div>
    </div>
  );
}
