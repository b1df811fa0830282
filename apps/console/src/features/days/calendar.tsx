import type { ConsoleData } from '@lode/contract/console';
import { Shape } from '../../components/shape.tsx';
import { clockText } from '../../lib/time.ts';
import { dayShapes, dayStates, daysTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';

type CalendarDay = ConsoleData<'dayCalendar'>['days'][number];

interface CalendarProps {
  days: readonly CalendarDay[];
  next: string | undefined;
  chosen: string | undefined;
  onChoose: (date: string) => void;
}

/** A month by weeks that begin on Monday, each day with the state of its close. */
export function Calendar({ days, next, chosen, onChoose }: CalendarProps) {
  const [first] = days;
  const before = first === undefined ? 0 : (new Date(`${first.date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (
    <>
      <div className={styles.grid} role="group" aria-label={texts.calendar}>
        {texts.weekdays.map((name) => (
          <span key={name} className={styles.weekday} aria-hidden="true">
            {name}
          </span>
        ))}
        {texts.weekdays.slice(0, before).map((name) => (
          <span key={name} />
        ))}
        {days.map((day) => (
          <button
            key={day.date}
            type="button"
            className={styles.day}
            data-state={day.state}
            data-next={day.date === next || undefined}
            aria-pressed={day.date === chosen}
            onClick={() => onChoose(day.date)}
          >
            <span className={styles.hidden}>{`${texts.dayOf(day.date)} ${dayStates[day.state]}`}</span>
            <span className={styles.number} aria-hidden="true">
              {Number(day.date.slice(8))}
              {day.state !== 'OPEN' && day.state !== 'NONE' && <Shape name={dayShapes[day.state]} />}
            </span>
            <span className={styles.value} aria-hidden="true">
              {valueOf(day, next)}
            </span>
          </button>
        ))}
      </div>
      {days.some(({ output }) => output !== null) && <p className={styles.legend}>{texts.legend}</p>}
    </>
  );
}

/** What a cell has room for: three decimals, the words of a state, the time at which the next is due. */
function valueOf({ date, state, output, dueAt }: CalendarDay, next: string | undefined): string {
  if (output !== null) return output.slice(0, -5);
  if (state === 'REFUSED' || state === 'LATE') return dayStates[state].slice(-2);
  return date === next ? clockText(dueAt).slice(0, 5) : '';
}
