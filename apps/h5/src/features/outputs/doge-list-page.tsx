import { Amount, Card, Empty, GroupTitle, Main, PullList, weekdayOf } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { outputWords as words } from '../../locales/zh/outputs.ts';
import { titles } from '../../locales/zh/titles.ts';
import { OutputRow } from './components/output-row.tsx';
import { OutputsSkeleton } from './components/outputs-skeleton.tsx';
import { groupByDay } from './output.ts';
import { useMachineNames } from './use-machine-names.ts';

/** DOGE that the machines mined beside their own coin, day by day. */
export function DogeListPage() {
  const list = useInfiniteQuery(pageQuery('outputPage', { coin: 'DOGE' }));
  const machines = useMachineNames();
  const query = {
    // Names of machines come with the list, not into it.
    data: machines.isSettled ? list.data?.pages.flatMap((page) => page.records) : undefined,
    error: list.error,
    dataUpdatedAt: list.dataUpdatedAt,
    refetch: list.refetch,
  };
  return (
    <Screen title={titles.dogeList}>
      <Main>
        <PullList
          onRefresh={query.refetch}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onLoadMore={() => void list.fetchNextPage()}
          hasBottom={query.data !== undefined && query.data.length > 0}
        >
          <QueryView query={query} skeleton={<OutputsSkeleton />}>
            {(outputs) =>
              outputs.length === 0 ? (
                <Empty
                  title={words.noDoge}
                  hint={words.noDogeHint}
                  action={{ label: words.toOutputs, href: href('outputs') }}
                />
              ) : (
                groupByDay(outputs, !list.hasNextPage).map((day) => (
                  <section key={day.date}>
                    <GroupTitle
                      trailing={
                        day.total === null ? undefined : (
                          <>
                            {words.dayTotal} <Amount size="inline" value={day.total} coin="DOGE" />
                          </>
                        )
                      }
                    >
                      {day.date} {weekdayOf(day.date)}
                    </GroupTitle>
                    <Card flush>
                      {day.outputs.map((output) => (
                        <OutputRow key={output.id} output={output} model={machines.find(output.machineId)?.model} />
                      ))}
                    </Card>
                  </section>
                ))
              )
            }
          </QueryView>
        </PullList>
      </Main>
    </Screen>
  );
}
