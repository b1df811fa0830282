import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './legend.module.css';

/** Names the colours of a chart, with its unit on the right. */
export function Legend({
  items,
  trailing,
}: {
  items: readonly { label: string; tone: 'quiet' | 'accent' | 'short' }[];
  trailing?: ReactNode;
}) {
  return (
    <div className={styles.legend}>
      {items.map(({ label, tone }) => (
        <span key={label} className={styles.item}>
          <i className={classes(styles.mark, styles[tone])} />
          {label}
        </span>
      ))}
      {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
    </div>
  );
}
