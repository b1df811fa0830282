import { classes } from '../../lib/classes.ts';
import styles from './spinner.module.css';

/** A rotating ring in the text's colour; decorative, beside a text. */
export function Spinner({ size = 's' }: { size?: 's' | 'l' }) {
  return <span className={classes(styles.spinner, size === 'l' && styles.large)} aria-hidden="true" />;
}
