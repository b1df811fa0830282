import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { type Tone, toneClass } from '../chip/chip.tsx';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import styles from './timeline.module.css';

export interface TimelineItem {
  title: ReactNode;
  time?: string;
  text?: ReactNode;
  /** Filled, ringed, outlined for the future, outlined for the past. */
  state?: 'done' | 'now' | 'todo' | 'past';
  icon?: IconName;
  /** Colours the icon. */
  tone?: Tone;
}

/** Steps or events in the caller's order, joined by a line. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.timeline}>
      {items.map(({ title, time, text, state = 'past', icon, tone }, i) => (
        // Events have no id, and the list only grows at its end.
        <li key={i} className={classes(styles.item, styles[state], tone && toneClass(tone))}>
          <span className={styles.node}>
            {icon ? <Icon name={icon} size="xs" /> : state === 'done' && <Icon name="check" size="xs" />}
          </span>
          <b>{title}</b>
          {time !== undefined && <time>{time}</time>}
          {text !== undefined && text !== '' && <p>{text}</p>}
        </li>
      ))}
    </ol>
  );
}
