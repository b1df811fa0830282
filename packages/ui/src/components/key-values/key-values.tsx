import type { ReactNode } from 'react';
import styles from './key-values.module.css';

/** Labels on the left, values on the right. */
export function KeyValues({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ label, value }) => (
        <div key={label} className={styles.pair}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
