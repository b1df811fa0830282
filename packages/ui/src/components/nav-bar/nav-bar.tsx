import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import styles from './nav-bar.module.css';

/** Title bar of a page, with 返回 on the left and one action on the right. */
export function NavBar({
  title,
  onBack,
  action,
  ground = 'paper',
}: {
  title: string;
  onBack?: () => void;
  action?: ReactNode;
  ground?: 'paper' | 'hero';
}) {
  return (
    <header className={classes(styles.bar, ground === 'hero' && styles.onHero)}>
      {onBack && <IconButton icon="left" label={zh.back} onClick={onBack} />}
      <h1 className={styles.title}>{title}</h1>
      {action && <div className={styles.action}>{action}</div>}
    </header>
  );
}

/** Title of a tab page: large, on the left. */
export function TopBar({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <header className={styles.top}>
      <h1>{title}</h1>
      {action}
    </header>
  );
}
