import type { ReactNode } from 'react';
import { Card } from '../card/card.tsx';
import styles from './content-article.module.css';

export interface ContentArticleProps {
  title: string;
  /** When it was published, in words. */
  time: string;
  children: ReactNode;
}

/** The detail of a banner, a popup or the notice strip. */
export function ContentArticle({ title, time, children }: ContentArticleProps) {
  return (
    <Card label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.time}>{time}</p>
      <div className={styles.content}>{children}</div>
    </Card>
  );
}
