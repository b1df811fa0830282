import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { ConsoleCall } from '@lode/contract/console-paths';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { clockText } from '../../lib/time.ts';
import { viewTexts as texts } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';

/** Each opening is a reading of its own, for each stands in the audit log. */
export const openedOnce = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function useView<Call extends ConsoleCall>(name: Call, input: ConsoleInput<Call>) {
  return useQuery({ ...callQuery(name, input), ...openedOnce });
}

interface ViewProps<Call extends ConsoleCall> {
  what: string;
  query: UseQueryResult<ConsoleData<Call>>;
  children: (data: ConsoleData<Call>) => ReactNode;
}

/** One page of the customer's, with when it was read. */
export function View<Call extends ConsoleCall>({ what, query, children }: ViewProps<Call>) {
  const { data, error, dataUpdatedAt } = query;
  if (data === undefined) return <RecordState what={what} query={query} />;
  return (
    <>
      {error && <StaleAlert query={query} />}
      <p className={styles.asOf}>
        {texts.asOf(clockText(dataUpdatedAt))}
        <Button type="link" size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.reload}
        </Button>
      </p>
      {children(data)}
    </>
  );
}

export function Card({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}

export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
