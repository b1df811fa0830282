import type { ReactNode } from 'react';
import styles from './list-head.module.css';

/** What a list shows, and the choice of it. */
export function ListHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
