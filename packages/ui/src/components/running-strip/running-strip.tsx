import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { shanghaiShortTime } from '../../lib/shanghai-time.ts';
import { useChartProbe } from '../../lib/use-chart-probe.ts';
import { zh } from '../../locale/zh.ts';
import type { MachineStatus } from '../chip/chip.tsx';
import styles from './running-strip.module.css';
import type { RangePart } from './status-periods.ts';

/**
 * When a machine ran and when it stood still, where no hashrate is measured: amber while it ran, grey while it did not, nothing
 * where its status is not known. Directly inside a `Hero`, edge to edge.
 */
export function RunningStrip({
  parts,
  label,
  start,
  middle,
  end,
}: {
  /** Oldest first, without overlaps: `partsOfRange`. */
  parts: readonly RangePart[];
  label: string;
  start?: ReactNode;
  middle?: ReactNode;
  end?: ReactNode;
}) {
  const probe = useChartProbe({
    label,
    values: parts.map((part) => ({
      at: `${shanghaiShortTime(part.from)}–${shanghaiShortTime(part.to)}`,
      text: zh.machineStatus[part.status],
    })),
    indexAt: (fraction) => indexAtShare(parts, fraction),
    isAmount: false,
  });
  const isWhole = parts.length === 1 && parts[0]?.width === 1;
  return (
    <div className={styles.ground}>
      <div {...(parts.length > 0 && probe.attributes)} className={classes(styles.strip, probe.attributes.className)}>
        <svg
          viewBox="0 0 1000 1"
          preserveAspectRatio="none"
          className={classes(styles.bar, isWhole && styles.whole)}
          aria-hidden="true"
        >
          {parts.map((part, i) => (
            <rect
              key={part.from.getTime()}
              className={classes(lookOf(part.status), probe.index === i && styles.read)}
              x={part.start * 1000}
              width={Math.max(part.width * 1000, 2)}
              height="1"
            />
          ))}
        </svg>
      </div>
      <div className={styles.axis}>
        {probe.touched === null ? (
          <>
            <span>{start}</span>
            <span>{middle}</span>
            <span>{end}</span>
          </>
        ) : (
          <span>{probe.touched}</span>
        )}
      </div>
    </div>
  );
}

const lookOf = (status: MachineStatus) => (status === 'RUNNING' ? styles.running : styles.stopped);

/** The part at a fraction of the range; the nearest one where nothing is known. */
function indexAtShare(parts: readonly { start: number; width: number }[], fraction: number): number {
  const found = parts.findIndex(({ start, width }) => fraction < start + width);
  return found === -1 ? parts.length - 1 : found;
}
