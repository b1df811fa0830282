import type { ReactNode } from 'react';
import styles from './phrases.module.css';

/** Phrases in one line with a dot between two; where the line wraps between them, no dot is left at its end. */
export function Phrases({ of }: { of: readonly ReactNode[] }) {
  const given = of.filter((phrase) => phrase !== null && phrase !== '');
  return (
    <span className={styles.phrases}>
      {given.map((phrase, i) => (
        <span key={i} className={styles.phrase}>
          {i > 0 && <span className={styles.dot}> · </span>}
          {phrase}
        </span>
      ))}
    </span>
  );
}
