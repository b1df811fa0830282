import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import styles from './runway.module.css';

/** Prepaid electricity as blocks, one per day; the caller shows the figure beside it. */
export function Runway({ days, of = 7 }: { days: number | null; of?: number }) {
  const name = days === null ? zh.noElectricityFigure : zh.daysOfElectricity(days);
  return (
    <div className={styles.runway} role="img" aria-label={name}>
      {Array.from({ length: of }, (_, day) => (
        <i key={day} className={classes(styles.day, days !== null && day < days && styles.paid)} />
      ))}
    </div>
  );
}
