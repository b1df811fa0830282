import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import styles from './alert.module.css';

type AlertTone = 'quiet' | 'onWell' | 'warn' | 'bad' | 'good';

const icons: Record<AlertTone, IconName> = {
  quiet: 'info',
  onWell: 'info',
  warn: 'warning',
  bad: 'warning',
  good: 'checkc',
};

/** A note in one of four strengths (`onWell` is quiet on a well's ground), with an icon and at most one action. */
export function Alert({
  tone = 'quiet',
  icon = icons[tone],
  action,
  live = false,
  children,
}: {
  tone?: AlertTone;
  icon?: IconName;
  action?: ReactNode;
  /** Announced to screen readers when it changes. */
  live?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classes(styles.alert, styles[tone], action !== undefined && styles.withAction)}
      role={live ? 'status' : undefined}
    >
      <Icon name={icon} size="s" />
      <span className={styles.text}>{children}</span>
      {action}
    </div>
  );
}
