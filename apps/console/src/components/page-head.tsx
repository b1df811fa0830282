import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './page-head.module.css';
import { SearchButton } from './search-button.tsx';

interface PageHeadProps {
  title: string;
  /** The page that this one was reached from: stands before the title. */
  parent?: { to: string; label: string };
  /** Something quiet beside the title. */
  note?: ReactNode;
  /** What can be done. */
  children?: ReactNode;
}

export function PageHead({ title, parent, note, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      {parent && (
        <span className={styles.parent}>
          <Link to={parent.to}>{parent.label}</Link>
          <span aria-hidden="true">/</span>
        </span>
      )}
      <h1>{title}</h1>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <span className={styles.space} />
      {children}
      <SearchButton />
    </header>
  );
}
