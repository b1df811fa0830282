import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Nothing, RecordState, StaleAlert } from '../../components/query-state.tsx';
import { call } from '../../lib/call.ts';
import { clockText } from '../../lib/time.ts';
import { viewTexts as texts } from '../../locales/zh/customer-view.ts';
import { stateTexts } from '../../locales/zh/states.ts';
import styles from './view.module.css';
import { openedOnce } from './view-read.tsx';

type ListCall = 'viewBill' | 'viewMachines' | 'viewOutputs' | 'viewCoinUpRecords' | 'viewMessages' | 'viewWithdrawals';
type Row<Call extends ListCall> = ConsoleData<Call>['records'][number];

interface ViewListProps<Call extends ListCall> {
  name: Call;
  what: string;
  input: Omit<ConsoleInput<Call>, 'cursor'>;
  nothing: { title: string; text: string };
  children: (row: Row<Call>) => ReactNode;
}

/** A list of the customer's, page by page. */
export function ViewList<Call extends ListCall>({ name, what, input, nothing, children }: ViewListProps<Call>) {
  const query = useInfiniteQuery({
    queryKey: [name, input],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<{ records: Row<Call>[]; nextCursor: string | null }> =>
      call(name, { ...input, ...(pageParam !== null && { cursor: pageParam }) } as ConsoleInput<Call>, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...openedOnce,
  });
  const { data, error } = query;
  if (data === undefined) return <RecordState what={what} query={query} />;
  const rows = data.pages.flatMap(({ records }) => records);
  return (
    <>
      {error && <StaleAlert query={query} />}
      <p className={styles.asOf}>
        {texts.asOf(clockText(query.dataUpdatedAt))}
        <Button type="link" size="small" loading={query.isRefetching} onClick={() => void query.refetch()}>
          {texts.reload}
        </Button>
      </p>
      {rows.length === 0 ? (
        <Nothing {...nothing} />
      ) : (
        <ul className={styles.card} aria-label={what}>
          {rows.map((row) => (
            <li key={row.id} className={styles.row}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {stateTexts.more}
        </Button>
      )}
    </>
  );
}
