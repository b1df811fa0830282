import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { AppLink } from '../link/link.tsx';
import styles from './notice-strip.module.css';

/** One line of news below the hero; a link with an `href`. */
export function NoticeStrip({ href, children }: { href?: string; children: ReactNode }) {
  const content = (
    <>
      <Icon name="bell" size="s" />
      <span className={styles.text}>{children}</span>
      {href !== undefined && <Icon name="right" size="xs" />}
    </>
  );
  return href === undefined ? (
    <div className={styles.strip}>{content}</div>
  ) : (
    <AppLink href={href} className={styles.strip}>
      {content}
    </AppLink>
  );
}
