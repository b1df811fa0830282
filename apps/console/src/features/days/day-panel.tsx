import type { DayWork } from '@lode/contract/record-states';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { type CloseKind, dayShapes, dayStates, daysTexts as texts } from '../../locales/zh/days.ts';
import { DayFindings } from './day-findings.tsx';
import { DayOrders } from './day-orders.tsx';
import styles from './days.module.css';
import { OrderDialog } from './order-dialog.tsx';
import { TieOut } from './tie-out.tsx';

/** Asked anew while a worker has something of the day to do, and more rarely else. */
const [busyMs, idleMs] = [2000, 30_000];

/** One day: where its close stands, what stopped it, and what can be ordered. */
export function DayPanel({ kind, date }: { kind: CloseKind; date: string }) {
  const [dialog, setDialog] = useState<DayWork | null>(null);
  const query = useQuery({
    ...callQuery('day', { kind, date }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'RUNNING' || data?.orders.some(({ endedAt }) => endedAt === null) ? busyMs : idleMs,
  });
  const day = query.data;
  const orders = useMay()('orderDay');
  const mayOrder = orders && day !== undefined && day.state !== 'CLOSED' && !query.isError;
  const open = (work: DayWork) => () => setDialog(work);
  useKeys({
    ...(mayOrder && { p: open('CHECK') }),
    ...(mayOrder && day.state !== 'RUNNING' && { r: open('CLOSE') }),
  });

  if (day === undefined)
    return query.error ? <QueryFailed what={texts.dayOf(date)} query={query} /> : <RowsSkeleton rows={12} />;
  const since = day.closedAt
    ? texts.closed(momentText(day.closedAt))
    : day.startedAt
      ? texts.started(momentText(day.startedAt))
      : texts.due(momentText(day.dueAt));
  return (
    <>
      {query.error && <StaleAlert query={query} />}
      <section className={styles.section}>
        <div className={styles.top}>
          <div>
            <div className={styles.title}>
              <h2>{texts.dayOf(date)}</h2>
              <Status shape={dayShapes[day.state]}>{dayStates[day.state]}</Status>
            </div>
            <p className={styles.quiet}>{day.state === 'NONE' ? texts.none : since}</p>
          </div>
          {kind === 'mining' && (
            <Link to={`/network-day/BTC/${date}`} className={styles.link}>
              {texts.openNetwork}
            </Link>
          )}
          {mayOrder && (
            <>
              <Button onClick={open('CHECK')}>
                {texts.check} <kbd>P</kbd>
              </Button>
              <Button type="primary" disabled={day.state === 'RUNNING'} onClick={open('CLOSE')}>
                {day.refusal ? texts.again : texts.close} <kbd>R</kbd>
              </Button>
            </>
          )}
          {!orders && day.state !== 'CLOSED' && <span className={styles.quiet}>{texts.financeOnly}</span>}
        </div>
      </section>
      <Progress day={day} />
      <TieOut day={day} />
      <DayFindings day={day} />
      <DayOrders day={day} />
      {dialog && (
        <OrderDialog kind={kind} date={date} work={dialog} check={day.check} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function Progress({ day: { state, posted, tiedOut } }: { day: Parameters<typeof TieOut>[0]['day'] }) {
  if (state !== 'RUNNING' && state !== 'REFUSED') return null;
  return (
    <section className={styles.section} aria-label={texts.progress}>
      <h2 className={styles.h}>
        {texts.progress} <small>{state === 'RUNNING' && texts.mayLeave}</small>
      </h2>
      <dl className={styles.facts}>
        <dt>{texts.posting}</dt>
        <dd>{posted ? texts.batches(posted.done, posted.of) : '—'}</dd>
        <dt>{texts.tyingOut}</dt>
        <dd>{tiedOut ? texts.batches(tiedOut.done, tiedOut.of) : '—'}</dd>
      </dl>
    </section>
  );
}
