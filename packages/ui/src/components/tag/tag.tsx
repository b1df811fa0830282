import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './tag.module.css';

/** A short label for an origin or a kind; `gold` for the vip mark on dark ground. */
export function Tag({ gold = false, children }: { gold?: boolean; children: ReactNode }) {
  return <span className={classes(styles.tag, gold && styles.gold)}>{children}</span>;
}
