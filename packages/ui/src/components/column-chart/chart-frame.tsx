import type { ReactNode } from 'react';
import { useChartProbe } from '../../lib/use-chart-probe.ts';
import { ChartMarks } from '../chart-marks/chart-marks.tsx';
import styles from './chart.module.css';

/** Drawing area of both bar charts: 311 wide (inside of a card), baseline at 94. */
export const field = { width: 311, height: 95, floor: 94, top: 4 } as const;

const pitchOf = (count: number) => field.width / Math.max(count, 12);

/** Left edge and width of the bar at `index` of `count`. */
export function barPlace(index: number, count: number): { x: number; width: number } {
  const pitch = pitchOf(count);
  const width = Math.min(pitch * 0.68, 14);
  return { x: pitch * index + (pitch - width) / 2, width };
}

const monthDay = (date: string) => date.slice(5);

/**
 * Baseline and three dates below the bars; the dates are outside the drawing, so that they keep their size on narrow
 * screens. The bar under the finger is read in their place. `marks` are the values whose highest and lowest are named.
 */
export function ChartFrame({
  label,
  days,
  marks,
  children,
}: {
  label: string;
  days: readonly { date: string; text: string }[];
  marks: { values: readonly bigint[]; figure: (value: bigint) => string };
  children: ReactNode;
}) {
  const { index, touched, attributes } = useChartProbe({
    label,
    values: days.map(({ date, text }) => ({ at: monthDay(date), text })),
    indexAt: (fraction) => Math.floor((fraction * field.width) / pitchOf(days.length)),
  });
  const dateAt = (i: number) => monthDay(days[i]?.date ?? '');
  const bar = index === null ? null : barPlace(index, days.length);
  return (
    <div>
      <div {...attributes}>
        <svg className={styles.chart} viewBox={`0 0 ${field.width} ${field.height}`} aria-hidden="true">
          <path className={styles.base} d={`M0 ${field.floor + 0.5}H${field.width}`} />
          {bar && <path className={styles.ruler} d={`M${bar.x + bar.width / 2} 0V${field.floor}`} />}
          {children}
        </svg>
      </div>
      <div className={styles.dates}>
        {touched === null ? (
          <>
            <span>{dateAt(0)}</span>
            <span>{days.length > 20 && dateAt(Math.floor((days.length - 1) / 2))}</span>
            <span>{days.length > 12 && dateAt(days.length - 1)}</span>
          </>
        ) : (
          <span className={styles.touched}>{touched}</span>
        )}
      </div>
      {days.length > 1 && (
        <ChartMarks values={marks.values.map((value, i) => ({ at: dateAt(i), value }))} figure={marks.figure} />
      )}
    </div>
  );
}
