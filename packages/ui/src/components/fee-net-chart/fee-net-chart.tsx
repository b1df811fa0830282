import styles from '../column-chart/chart.module.css';
import { barPlace, ChartFrame, field } from '../column-chart/chart-frame.tsx';
import { type FeeNetDay, feeNetBars } from './fee-net-bars.ts';

const gap = 1;

/**
 * Each day's output in two parts: grey paid the fee, amber is the net. A dashed outline is the uncovered part of the fee.
 * `read` says a day in words, `figure` writes a net.
 */
export function FeeNetChart({
  days,
  label,
  read,
  figure,
}: {
  days: readonly FeeNetDay[];
  label: string;
  read: (day: FeeNetDay) => string;
  figure: (net: bigint) => string;
}) {
  const bars = feeNetBars(days);
  const nets = days.map(({ output, fee }) => output - fee);
  const room = field.floor - field.top;
  return (
    <ChartFrame
      label={label}
      days={days.map((day) => ({ date: day.date, text: read(day) }))}
      marks={{ values: nets, figure }}
    >
      {days.map(({ date }, i) => {
        const { paid, net, short } = bars[i] as (typeof bars)[number];
        const place = barPlace(i, days.length);
        const paidTop = field.floor - paid * room;
        return (
          <g key={date}>
            <rect className={styles.quiet} {...place} y={paidTop} height={paid * room} />
            {net > 0 && (
              <rect
                className={styles.hot}
                {...place}
                y={paidTop - net * room}
                height={Math.max(net * room - gap, 0.75)}
              />
            )}
            {short > 0 && (
              <rect
                className={styles.short}
                x={place.x + 0.5}
                width={place.width - gap}
                y={paidTop - short * room + 0.5}
                height={Math.max(short * room - gap, 0.5)}
              />
            )}
          </g>
        );
      })}
    </ChartFrame>
  );
}
