import { classes } from '../../lib/classes.ts';
import styles from './digit-cells.module.css';

/** Shows how many digits are entered, never which; the next cell is ringed while `isActive`. */
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
  const places = Array.from({ length }, (_, place) => place);
  return (
    <span className={classes(styles.cells, isWrong && styles.wrong)} aria-hidden="true">
      {places.map((place) => (
        <i
          key={place}
          className={classes(place < count && styles.filled, isActive && place === count && styles.next)}
        />
      ))}
    </span>
  );
}
