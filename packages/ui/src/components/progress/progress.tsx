import type { CSSProperties } from 'react';
import styles from './progress.module.css';

/** A progress bar; `value` from 0 to 1. */
export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <div className={styles.track} role="progressbar" aria-label={label} aria-valuenow={percent}>
      <i style={{ '--done': `${percent}%` } as CSSProperties} />
    </div>
  );
}
