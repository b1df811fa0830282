import { classes } from '../../lib/classes.ts';
import styles from './spinner.module.css';

/** A turning ring in the colour of its text. Decorative: the words beside it say what is awaited. */
export function Spinner({ size = 's' }: { size?: 's' | 'l' }) {
  return <span className={classes(styles.spinner, size === 'l' && styles.large)} aria-hidden="true" />;
}
