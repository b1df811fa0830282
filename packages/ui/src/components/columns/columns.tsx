import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './columns.module.css';

/**
 * Two or three labelled figures side by side. `even` gives them halves; otherwise each takes its own width and wraps as a
 * whole. `narrow="rows"` puts each figure on its own line on the smallest screens.
 */
export function Columns({
  items,
  even = false,
  narrow,
}: {
  items: readonly { label: ReactNode; value: ReactNode; note?: ReactNode }[];
  even?: boolean;
  narrow?: 'rows';
}) {
  return (
    <dl className={classes(styles.columns, even && styles.even, narrow && styles.narrowRows)}>
      {items.map(({ label, value, note }, i) => (
        // Columns are never reordered, so the index is a stable key.
        <div key={i} className={styles.column}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
