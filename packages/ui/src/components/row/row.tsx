import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { AppLink } from '../link/link.tsx';
import styles from './row.module.css';

export interface RowProps {
  icon?: IconName;
  title: ReactNode;
  caption?: ReactNode;
  value?: ReactNode;
  valueCaption?: ReactNode;
  /** Below both, over their whole width. */
  note?: ReactNode;
  href?: string;
  onClick?: () => void;
  /** For a row that expands. */
  expanded?: boolean;
  /** For a row that is one of a choice: a tick in place of the chevron. */
  chosen?: boolean;
}

/**
 * A list line: title (truncated, wrapped on the smallest screens) over caption (wrapped), value on the right (never
 * truncated; below when wide), chevron on a link, tick on what is chosen.
 */
export function Row({ icon, title, caption, value, valueCaption, note, href, onClick, expanded, chosen }: RowProps) {
  const leadsOn = href !== undefined || onClick !== undefined;
  const content = (
    <>
      {icon && (
        <span className={classes(styles.icon, caption !== undefined && styles.tile)}>
          <Icon name={icon} size={caption === undefined ? 'm' : 's'} />
        </span>
      )}
      <span className={styles.content}>
        <span className={styles.texts}>
          <span className={styles.title}>{title}</span>
          {caption !== undefined && <span className={styles.caption}>{caption}</span>}
        </span>
        {value !== undefined && (
          <span className={styles.value}>
            <span className={styles.block}>{value}</span>
            {valueCaption !== undefined && <span className={styles.caption}>{valueCaption}</span>}
          </span>
        )}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {chosen !== undefined && <span className={styles.tick}>{chosen && <Icon name="check" size="s" />}</span>}
      {chosen === undefined && leadsOn && (
        <span className={styles.chevron}>
          <Icon name={expanded === undefined ? 'right' : expanded ? 'up' : 'down'} size="s" />
        </span>
      )}
    </>
  );
  if (href !== undefined) {
    return (
      <AppLink href={href} className={styles.row} onClick={onClick}>
        {content}
      </AppLink>
    );
  }
  if (onClick !== undefined) {
    return (
      <button
        type="button"
        className={classes(styles.row, styles.button)}
        onClick={onClick}
        aria-expanded={expanded}
        aria-pressed={chosen}
      >
        {content}
      </button>
    );
  }
  return <div className={styles.row}>{content}</div>;
}
