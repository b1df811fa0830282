import type { CSSProperties } from 'react';
import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import { type MachineStatus, machineStatusLooks, toneClass } from '../chip/chip.tsx';
import styles from './status-bar.module.css';

interface StatusBarProps {
  counts: readonly { status: MachineStatus; count: number }[];
  /** Says below it what the colours mean. */
  legend?: boolean;
}

/** Machines by status as one bar; its accessible name lists the counts of non-empty statuses. */
export function StatusBar({ counts, legend = false }: StatusBarProps) {
  const present = counts.filter(({ count }) => count > 0);
  if (present.length === 0) return <div className={styles.bar} />;
  const parts = present.map(({ status, count }) => ({
    text: `${zh.machineStatus[status]} ${count}`,
    tone: toneClass(machineStatusLooks[status].tone),
    count,
  }));
  return (
    <>
      <div className={styles.bar} role="img" aria-label={parts.map(({ text }) => text).join('，')}>
        {parts.map(({ text, tone, count }) => (
          <span key={text} className={classes(styles.part, tone)} style={{ '--n': count } as CSSProperties} />
        ))}
      </div>
      {legend && (
        <div className={styles.legend} aria-hidden>
          {parts.map(({ text, tone }) => (
            <span key={text} className={tone}>
              {text}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
