import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { AppLink } from '../link/link.tsx';
import styles from './card.module.css';

/** A flat surface. `flush` leaves vertical padding to the rows inside. With an `href` the whole card is one link. */
export function Card({
  title,
  action,
  flush = false,
  href,
  label,
  children,
}: {
  title?: string;
  action?: ReactNode;
  flush?: boolean;
  href?: string;
  label?: string;
  children: ReactNode;
}) {
  const className = classes(styles.card, flush && styles.flush);
  const content = (
    <>
      {title !== undefined && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </>
  );
  if (href !== undefined) {
    return (
      <AppLink href={href} className={className} aria-label={label}>
        {content}
      </AppLink>
    );
  }
  return (
    <section className={className} aria-label={label ?? title}>
      {content}
    </section>
  );
}

/** Heading above a card: a date or month, with a total on the right. `strong` for a group of links. */
export function GroupTitle({
  children,
  trailing,
  strong = false,
}: {
  children: ReactNode;
  trailing?: ReactNode;
  strong?: boolean;
}) {
  return (
    <div className={classes(styles.group, strong && styles.strong)}>
      <h2>{children}</h2>
      {trailing !== undefined && <span>{trailing}</span>}
    </div>
  );
}

/** A hairline across a card. */
export function Rule() {
  return <div className={styles.rule} role="presentation" />;
}
