import type { ReactNode } from 'react';
import styles from './hero.module.css';

/** Dark ground under the main figure of a screen, with its own colour roles. A `label` makes it a landmark. */
export function Hero({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section className={styles.hero} aria-label={label}>
      {children}
    </section>
  );
}

/** The part of a hero between the gutters; a `Vein` goes outside it, edge to edge. */
export function HeroBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
