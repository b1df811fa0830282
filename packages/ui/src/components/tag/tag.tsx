import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './tag.module.css';

/** A word on a quiet ground: where something comes from, what kind it is. `gold` for the vip mark on dark rock. */
export function Tag({ gold = false, children }: { gold?: boolean; children: ReactNode }) {
  return <span className={classes(styles.tag, gold && styles.gold)}>{children}</span>;
}
