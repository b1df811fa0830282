import type { ReactNode } from 'react';
import styles from './hero.module.css';

/**
 * Dark rock under the first figure of a screen. Whatever stands inside takes the hero's colours by itself. A `label`
 * makes it a landmark of its own, where it stands outside the page's main part.
 */
export function Hero({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section className={styles.hero} aria-label={label}>
      {children}
    </section>
  );
}

/** The part of a hero between the gutters; a `Vein` goes beside it, edge to edge. */
export function HeroBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
