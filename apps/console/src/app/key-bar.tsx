import type { ReactNode } from 'react';
import { keyTexts } from '../locales/zh/frame.ts';
import styles from './frame.module.css';
import { useKeyHints } from './key-hints.ts';

/** A page with more keys than this has no room for those of every page. */
const besideOthers = 3;

/** The keys that work here, and how old the data is. */
export function KeyBar({ children }: { children: ReactNode }) {
  const hints = useKeyHints();
  return (
    <footer className={styles.foot}>
      {[...hints, ...(hints.length > besideOthers ? [] : keyTexts.everywhere)].map(({ keys, label }) => (
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
