import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './page.module.css';

/**
 * The column every screen stands in: full width on a phone, 450 px in the middle of anything wider.
 * `foot` sticks to the bottom edge and the page leaves room for it; `fixed` never scrolls as a page.
 */
export function Page({
  nav,
  foot,
  tabBar = false,
  fixed = false,
  children,
}: {
  nav?: ReactNode;
  foot?: ReactNode;
  tabBar?: boolean;
  fixed?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classes(
        styles.page,
        tabBar && styles.aboveTabs,
        foot !== undefined && styles.aboveFoot,
        fixed && styles.fixed,
      )}
    >
      {nav}
      {fixed ? <div className={styles.inner}>{children}</div> : children}
      {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
    </div>
  );
}

/** The page's content: gutters left and right, cards 24 design px apart. */
export function Main({ padded = false, children }: { padded?: boolean; children: ReactNode }) {
  return <main className={classes(styles.main, padded && styles.padded, styles.stack)}>{children}</main>;
}

/** Things under each other with one space between them. */
export function Stack({ gap = 3, children }: { gap?: 2 | 3 | 5; children: ReactNode }) {
  return <div className={classes(styles.stack, gap === 2 && styles.tight, gap === 5 && styles.loose)}>{children}</div>;
}
