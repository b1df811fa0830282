import { classes } from '../../lib/classes.ts';
import { weekdayOf } from '../../lib/shanghai-time.ts';
import { zh } from '../../locale/zh.ts';
import styles from './schedule.module.css';

export interface ScheduleStep {
  /** `2026-11-20` */
  date: string;
  text: string;
  /** Money leaves, earning begins, the first interest is paid, money arrives. */
  mark: 'leaves' | 'earns' | 'pays' | 'arrives';
}

/** Dates of an order, shown before it is confirmed; the line is amber while money earns. */
export function Schedule({ steps, today, label }: { steps: readonly ScheduleStep[]; today: string; label: string }) {
  return (
    <ol className={styles.schedule} aria-label={label}>
      {steps.map(({ date, text, mark }, i) => (
        <li
          key={`${date} ${text}`}
          className={classes(styles.step, i < steps.length - 1 && styles.goesOn, styles[mark])}
        >
          <span className={styles.dot} />
          <b>
            {date.slice(5)} {date === today ? zh.today : weekdayOf(date)}
          </b>
          <span className={styles.text}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
