import { classes } from '../../lib/classes.ts';
import styles from './digit-cells.module.css';

/** How many digits are there, never which: a cell each, the next one ringed while `isActive`. */
export function DigitCells({
  count,
  length,
  isActive = true,
  isWrong = false,
}: {
  count: number;
  length: number;
  isActive?: boolean;
  isWrong?: boolean;
}) {
  return (
    <span className={classes(styles.cells, isWrong && styles.wrong)} aria-hidden="true">
      {Array.from({ length }, (_, i) => i).map((place) => (
        <i
          key={place}
          className={classes(place < count && styles.filled, isActive && place === count && styles.next)}
        />
      ))}
    </span>
  );
}
