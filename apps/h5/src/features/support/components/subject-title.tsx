import { Fragment } from 'react';
import styles from './support.module.css';

/** What a thread is about; wraps between words, not inside a number. */
export function SubjectTitle({ children }: { children: string }) {
  return (
    <span className={styles.question}>
      {children.split(' ').map((word, i) => (
        <Fragment key={i}>
          {i > 0 && ' '}
          <span className={styles.word}>{word}</span>
        </Fragment>
      ))}
    </span>
  );
}
