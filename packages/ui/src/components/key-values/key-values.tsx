import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './key-values.module.css';

/** Labels on the left, values on the right; `small` above a list that they sum up. */
export function KeyValues({
  items,
  small = false,
}: {
  items: readonly { label: string; value: ReactNode }[];
  small?: boolean;
}) {
  return (
    <dl className={classes(styles.list, small && styles.small)}>
      {items.map(({ label, value }) => (
        <div key={label} className={styles.pair}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
