import type { ReactNode } from 'react';
import styles from './page-head.module.css';
import { SearchButton } from './search-button.tsx';

/** Title, something quiet beside it, and what can be done. */
export function PageHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <span className={styles.space} />
      {children}
      <SearchButton />
    </header>
  );
}
