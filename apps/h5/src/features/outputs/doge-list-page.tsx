import { Empty, Main } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { outputMessages as messages } from '../../locales/zh/outputs.ts';
import { titles } from '../../locales/zh/titles.ts';
import { OutputDays } from './components/output-days.tsx';
import { OutputsSkeleton } from './components/outputs-skeleton.tsx';
import { groupByDay } from './output.ts';
import { useMachineNames } from './use-machine-names.ts';

/** DOGE from merged mining, by date. */
export function DogeListPage() {
  const list = useInfiniteQuery(pageQuery('outputPage', { coin: 'DOGE' }));
  const machines = useMachineNames();
  const query = {
    // Machine names load before the list renders.
    data: machines.isSettled ? list.data?.pages.flatMap((page) => page.records) : undefined,
    error: list.error,
    dataUpdatedAt: list.dataUpdatedAt,
    refetch: list.refetch,
  };
  return (
    <Screen title={titles.dogeList}>
      <Main>
        <PagedList onRefresh={query.refetch} pages={list} hasBottom={query.data !== undefined && query.data.length > 0}>
          <QueryView query={query} skeleton={<OutputsSkeleton />}>
            {(outputs) =>
              outputs.length === 0 ? (
                <Empty
                  title={messages.noDoge}
                  hint={messages.noDogeHint}
                  action={{ label: messages.toOutputs, href: href('outputs') }}
                />
              ) : (
                <OutputDays days={groupByDay(outputs, !list.hasNextPage)} coin="DOGE" machines={machines} />
              )
            }
          </QueryView>
        </PagedList>
      </Main>
    </Screen>
  );
}
