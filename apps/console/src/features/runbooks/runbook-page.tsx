import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing, QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { readRunbook } from '../../lib/runbooks.ts';
import { alertsOfRunbook } from '../../locales/zh/alerts.ts';
import { runbookTexts as texts } from '../../locales/zh/runbooks.ts';
import { stateTexts } from '../../locales/zh/states.ts';
import { RunbookText } from './runbook-text.tsx';
import styles from './runbooks.module.css';

/** The kinds of the alerts that wait now, as the queue has them. */
function useOpenAlerts(): string[] {
  const { data } = useQuery(callQuery('workQueue', {}));
  return (data?.items ?? []).flatMap(({ kind, title }) => (kind === 'ALERT' ? [title] : []));
}

/** What to do about an alert: its first step in the reader's language, and the operator's handbook below it. */
export function RunbookPage() {
  const { name = '' } = useParams();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const query = useQuery({ queryKey: ['runbook', name], queryFn: () => readRunbook(name), staleTime: Infinity });
  const { data } = query;
  useEffect(() => {
    // The part that the address names is there once the text is.
    if (data && hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [data, hash]);
  const alerts = alertsOfRunbook(name, search.get('alert'));
  const isOpen = useOpenAlerts().some((kind) => alerts.some((alert) => alert.kind === kind));
  return (
    <>
      <PageHead title={texts.title} parent={{ to: '/health', label: texts.back }} />
      {data === undefined && (query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />)}
      {data === null && <Nothing title={stateTexts.notFound} text={stateTexts.notFoundText} />}
      {data && (
        <div className={styles.page}>
          {alerts.length > 0 && (
            <section className={styles.alerts} data-open={isOpen || undefined} aria-label={texts.next}>
              {!isOpen && <p className={styles.note}>{texts.whenRaised}</p>}
              {alerts.map(({ kind, name: alert, means, next }) => (
                <div key={kind}>
                  <b>{alert}</b>
                  <p>{means}</p>
                  <p>
                    <b>{texts.next}</b> {next}
                  </p>
                </div>
              ))}
            </section>
          )}
          <p className={styles.note}>{texts.note}</p>
          <RunbookText markdown={data} />
        </div>
      )}
    </>
  );
}
