import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './page.module.css';

/**
 * The column of every screen: full width on a phone, 450 px centred on wider screens. `foot` sticks to the bottom edge,
 * with `footBar` as a surface of its own; `fixed` disables page scrolling.
 */
export function Page({
  nav,
  foot,
  footBar = false,
  tabBar = false,
  fixed = false,
  children,
}: {
  nav?: ReactNode;
  foot?: ReactNode;
  footBar?: boolean;
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
      {foot !== undefined && <footer className={classes(styles.foot, footBar && styles.bar)}>{foot}</footer>}
    </div>
  );
}

/** A foot of a page with tabs: above their bar, with room for it below the content. */
export function FootAboveTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <div className={styles.footRoom} />
      <div className={classes(styles.foot, styles.overTabs)} role="group" aria-label={label}>
        {children}
      </div>
    </>
  );
}

/** The page's content: gutters, cards 24 design px apart. */
export function Main({ padded = false, children }: { padded?: boolean; children: ReactNode }) {
  return <main className={classes(styles.main, padded && styles.padded, styles.stack)}>{children}</main>;
}

/** Children in a column with uniform gaps. */
export function Stack({ gap = 3, children }: { gap?: 2 | 3 | 5; children: ReactNode }) {
  return <div className={classes(styles.stack, gap === 2 && styles.tight, gap === 5 && styles.loose)}>{children}</div>;
}
