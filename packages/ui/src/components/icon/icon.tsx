import { classes } from '../../lib/classes.ts';
import styles from './icon.module.css';
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

/**
 * One symbol of the sprite, 24 by 24 at 1.5 stroke, in the colour of the text around it.
 * Decorative unless it has a `label`. The sprite is a file of its own: icons weigh nothing in the scripts.
 */
export function Icon({ name, size = 'm', label }: { name: IconName; size?: 'm' | 's' | 'xs'; label?: string }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg className={classes(styles.icon, styles[size])} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
