import type { ReactNode } from 'react';
import { keyTexts } from '../locales/zh/frame.ts';
import styles from './frame.module.css';
import { useKeyHints } from './key-hints.ts';

/** The keys that work here, and how old the data is. */
export function KeyBar({ children }: { children: ReactNode }) {
  const hints = useKeyHints();
  return (
    <footer className={styles.foot}>
      {[...hints, ...keyTexts.everywhere].map(({ keys, label }) => (
        <span key={label} className={styles.hint}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {label}
        </span>
      ))}
      <span className={styles.space} />
      {children}
    </footer>
  );
}
