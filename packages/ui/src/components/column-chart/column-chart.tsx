import { largest, share } from '../../lib/share.ts';
import styles from './chart.module.css';
import { barPlace, ChartFrame, field } from './chart-frame.tsx';

/** One bar per day; the last one is amber unless `highlight` is none. `figure` writes a value without its unit. */
export function ColumnChart({
  days,
  label,
  figure,
  unit,
  highlight = 'last',
}: {
  days: readonly { date: string; value: bigint }[];
  label: string;
  figure: (value: bigint) => string;
  unit: string;
  highlight?: 'last' | 'none';
}) {
  const values = days.map((day) => day.value);
  const high = largest(values);
  return (
    <ChartFrame
      label={label}
      days={days.map(({ date, value }) => ({ date, text: `${figure(value)} ${unit}` }))}
      marks={{ values, figure }}
    >
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
