import { largest, share } from '../../lib/share.ts';
import styles from './chart.module.css';
import { barPlace, ChartFrame, field } from './chart-frame.tsx';

/** One bar per day; the last one is amber unless `highlight` is none. */
export function ColumnChart({
  days,
  label,
  highlight = 'last',
}: {
  days: readonly { date: string; value: bigint }[];
  label: string;
  highlight?: 'last' | 'none';
}) {
  const high = largest(days.map((day) => day.value));
  return (
    <ChartFrame label={label} dates={days.map((day) => day.date)}>
      {days.map(({ date, value }, i) => {
        const height = share(value, high) * (field.floor - field.top);
        const isHot = highlight === 'last' && i === days.length - 1;
        return (
          <rect
            key={date}
            className={isHot ? styles.hot : styles.quiet}
            {...barPlace(i, days.length)}
            y={field.floor - height}
            height={height}
          />
        );
      })}
    </ChartFrame>
  );
}
