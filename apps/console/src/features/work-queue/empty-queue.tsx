import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import list from '../../components/list-table.module.css';
import { Shape } from '../../components/shape.tsx';
import { callQuery } from '../../lib/queries.ts';
import { momentText } from '../../lib/time.ts';
import type { QueueView } from '../../lib/work-items.ts';
import { kindLabels } from '../../locales/zh/days.ts';
import { queueTexts as texts } from '../../locales/zh/work-queue.ts';
import { type Handled, HandledKinds, LastHandled } from './handled-today.tsx';
import styles from './work-queue.module.css';

interface EmptyQueueProps {
  view: QueueView;
  proposed: number;
  /** Null where it is not known, or where another kind still waits. */
  handled: Handled | null;
}

/** Nothing waits: what was done today, what comes next, and what others still have to decide. */
export function EmptyQueue({ view, proposed, handled }: EmptyQueueProps) {
  const { title, text } = texts.nothing[view];
  const done = view === 'proposed' ? null : handled;
  return (
    <div className={styles.empty}>
      <span className={styles.tick}>
        <Shape name="ok" />
      </span>
      <h2>{title}</h2>
      {done?.last ? <LastHandled last={done.last} /> : <p>{text}</p>}
      {done && done.actions.length > 0 && <HandledKinds actions={done.actions} />}
      {view !== 'proposed' && <NextCloses />}
      {view === 'mine' && proposed > 0 && <p className={styles.others}>{texts.othersDecide(proposed)}</p>}
    </div>
  );
}

const closeKinds = ['coin-up', 'mining'] as const;

function NextCloses() {
  const calendars = useQueries({
    queries: closeKinds.map((kind) => ({ ...callQuery('dayCalendar', { kind }), retry: false })),
  });
  const closes = closeKinds
    .flatMap((kind, n) => {
      const next = calendars[n]?.data?.next;
      return next ? [{ kind, ...next }] : [];
    })
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
  if (closes.length === 0) return null;
  return (
    <section className={styles.next} aria-labelledby="next-closes">
      <h3 id="next-closes">{texts.comesNext}</h3>
      <table className={list.table}>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.item}</th>
          </tr>
        </thead>
        <tbody>
          {closes.map(({ kind, date, dueAt }) => (
            <tr key={kind}>
              <td>
                <time dateTime={dueAt}>{momentText(dueAt)}</time>
              </td>
              <td>
                <Link to={`/days?${kind === 'mining' ? '' : `kind=${kind}&`}date=${date}`}>
                  {texts.closeOf(kindLabels[kind], date.slice(5))}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
