import { classes } from '../../lib/classes.ts';
import styles from './icon.module.css';
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

/**
 * A symbol of the sprite, 24 × 24 with stroke 1.5, in the text's colour. Decorative unless it has a `label`. The sprite is
 * a separate file, so that icons do not weigh on the scripts.
 */
export function Icon({ name, size = 'm', label }: { name: IconName; size?: 'm' | 's' | 'xs'; label?: string }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg className={classes(styles.icon, styles[size])} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
