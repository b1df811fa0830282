import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './columns.module.css';

/**
 * Two or three labelled figures side by side. `even` gives them halves; else each takes its own width and the last one
 * ends at the right edge. What does not fit goes to the next line whole; with `narrow="rows"` the smallest screens have
 * every figure on a line of its own, from the left; with `rows` all screens have: for figures of which each may be as
 * wide as a card.
 */
export function Columns({
  items,
  even = false,
  narrow,
  rows = false,
}: {
  items: readonly { label: ReactNode; value: ReactNode; note?: ReactNode }[];
  even?: boolean;
  narrow?: 'rows';
  rows?: boolean;
}) {
  return (
    <dl className={classes(styles.columns, even && styles.even, narrow && styles.narrowRows, rows && styles.rows)}>
      {items.map(({ label, value, note }, i) => (
        // The order of columns is their identity: they are never sorted.
        <div key={i} className={styles.column}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
