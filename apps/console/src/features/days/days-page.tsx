import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { ImportLink } from '../../components/import-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { callQuery } from '../../lib/queries.ts';
import { momentText } from '../../lib/time.ts';
import { type CloseKind, kindLabels, daysTexts as texts } from '../../locales/zh/days.ts';
import { Calendar } from './calendar.tsx';
import { DayPanel } from './day-panel.tsx';
import styles from './days.module.css';

const sealsShown = 4;

/** The closes of a month, and one day of it. */
export function DaysPage() {
  const [{ kind: askedKind, month: askedMonth, date: askedDate }, setView] = useListView(['kind', 'month', 'date']);
  const kind: CloseKind = askedKind === 'coin-up' ? 'coin-up' : 'mining';
  const asked = askedMonth ?? askedDate?.slice(0, 7);
  const input = asked === undefined ? { kind } : { kind, month: asked };
  const query = useQuery({ ...callQuery('dayCalendar', input), refetchInterval: 15_000 });
  const month = query.data?.month ?? asked ?? '';
  const days = query.data?.days ?? [];
  const next = query.data?.next;
  const looked = days.find(({ state }) => state === 'REFUSED' || state === 'LATE' || state === 'RUNNING');
  const chosen =
    (month !== '' && askedDate?.startsWith(month) ? askedDate : undefined) ??
    (looked ?? days.findLast(({ state }) => state === 'CLOSED') ?? days.at(0))?.date;
  const move = (by: number) => () => {
    const at = days.findIndex(({ date }) => date === chosen);
    const date = days[at + by]?.date;
    if (date !== undefined) setView({ date });
  };
  const goTo = (by: number) => month !== '' && setView({ month: monthAfter(month, by), date: undefined });
  useKeys({ ArrowLeft: move(-1), ArrowRight: move(1), ArrowUp: move(-7), ArrowDown: move(7) });
  const sealed = days.filter(({ seal }) => seal !== null).slice(-sealsShown);

  return (
    <>
      <PageHead title={texts.title}>
        <Segmented
          aria-label={texts.kinds}
          value={kind}
          options={texts.kindOptions}
          onChange={(value) => setView({ kind: value === 'mining' ? undefined : value, date: undefined })}
        />
        <Button size="small" aria-label={texts.previousMonth} onClick={() => goTo(-1)}>
          ‹
        </Button>
        {month !== '' && <span>{texts.month(month)}</span>}
        <Button size="small" aria-label={texts.nextMonth} onClick={() => goTo(1)}>
          ›
        </Button>
        <ImportLink kind="NETWORK_DAYS" from={chosen} />
      </PageHead>
      {query.data === undefined ? (
        query.error ? (
          <QueryFailed what={texts.title} query={query} />
        ) : (
          <RowsSkeleton />
        )
      ) : (
        <div className={styles.columns}>
          <div className={styles.pane}>
            {query.error && <StaleAlert query={query} />}
            <Calendar days={days} next={next?.date} chosen={chosen} onChoose={(date) => setView({ date })} />
            <section>
              <h2 className={styles.h}>
                {texts.seals} <small>{texts.sealsNote}</small>
              </h2>
              {sealed.length === 0 && <p className={styles.quiet}>{texts.noSeals}</p>}
              <table className={styles.small} aria-label={texts.seals}>
                <tbody>
                  {sealed.map(({ date, seal, closedAt }) => (
                    <tr key={date}>
                      <td>{date.slice(5)}</td>
                      <td className={styles.code}>
                        {seal?.slice(0, 4)}…{seal?.slice(-4)}
                      </td>
                      <td className={styles.right}>{closedAt && momentText(closedAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <section>
              <h2 className={styles.h}>{texts.next}</h2>
              {next ? (
                <p>
                  {momentText(next.dueAt)} · {kindLabels[kind]} {next.date.slice(5)}{' '}
                  <Button size="small" onClick={() => setView({ month: undefined, date: next.date })}>
                    {texts.openNext(next.date)}
                  </Button>
                </p>
              ) : (
                <p className={styles.quiet}>{texts.nothingNext}</p>
              )}
            </section>
          </div>
          <div className={styles.work}>
            {chosen && <DayPanel key={`${kind} ${chosen}`} kind={kind} date={chosen} />}
          </div>
        </div>
      )}
    </>
  );
}

function monthAfter(month: string, by: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}
