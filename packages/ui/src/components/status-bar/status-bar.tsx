import type { CSSProperties } from 'react';
import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import { type MachineStatus, machineStatusLooks, toneClass } from '../chip/chip.tsx';
import styles from './status-bar.module.css';

/** Machines by status as one bar; its accessible name lists the counts of non-empty statuses. */
export function StatusBar({ counts }: { counts: readonly { status: MachineStatus; count: number }[] }) {
  const present = counts.filter(({ count }) => count > 0);
  if (present.length === 0) return <div className={styles.bar} />;
  const name = present.map(({ status, count }) => `${zh.machineStatus[status]} ${count}`).join('，');
  return (
    <div className={styles.bar} role="img" aria-label={name}>
      {present.map(({ status, count }) => (
        <span
          key={status}
          className={classes(styles.part, toneClass(machineStatusLooks[status].tone))}
          style={{ '--n': count } as CSSProperties}
        />
      ))}
    </div>
  );
}
