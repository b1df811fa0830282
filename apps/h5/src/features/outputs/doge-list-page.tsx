import { Empty, Main } from '@lode/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { KeptElsewhere } from '../../components/kept-elsewhere.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { outputMessages as messages } from '../../locales/zh/outputs.ts';
import { titles } from '../../locales/zh/titles.ts';
import { DogeCard } from './components/doge-card.tsx';
import { DogeDays } from './components/doge-days.tsx';
import { OutputsSkeleton } from './components/outputs-skeleton.tsx';
import { valueWithin } from './day-values.ts';
import { dogeDaysOf, netOfAll } from './doge-days.ts';
import { groupByDay, type Output } from './output.ts';
import { useMachineNames } from './use-machine-names.ts';

/** Closed days in the chart. */
const chartDays = 30;
/** A month of three machines: the net of the chart's days needs all their rows. Days are worth something as far as the list goes. */
const pageSize = 100;

/** DOGE from merged mining, by date, with what it was worth. */
export function DogeListPage() {
  const list = useInfiniteQuery(pageQuery('outputPage', { coin: 'DOGE', size: pageSize }));
  const machines = useMachineNames();
  const days = useQuery(callQuery('earningDays', { size: pageSize }));
  const info = useQuery(callQuery('indexInfo', {}));
  const valued = days.data && dogeDaysOf(days.data.records);
  const charted = valued?.slice(-chartDays);
  const from = charted?.[0]?.date;
  const worth = from === undefined ? null : valueWithin(days.data, 'DOGE', { from });
  const listed = (outputs: readonly Output[]) => groupByDay(outputs, !list.hasNextPage);
  const query = {
    // Names and values load before the list renders.
    data:
      machines.isSettled && !days.isPending && !info.isPending
        ? list.data?.pages.flatMap((page) => page.records)
        : undefined,
    error: list.error,
    dataUpdatedAt: list.dataUpdatedAt,
    refetch: () => Promise.all([list.refetch(), days.refetch(), info.refetch()]),
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
                <>
                  {charted && (
                    <DogeCard
                      days={charted}
                      worth={worth}
                      net={netOfAll(charted, worth, listed(outputs))}
                      info={info.data}
                    />
                  )}
                  <DogeDays
                    days={listed(outputs)}
                    machines={machines}
                    worthOf={(date) => valued?.find((day) => day.date === date)?.worth ?? null}
                  />
                </>
              )
            }
          </QueryView>
          {query.data && !list.hasNextPage && (
            <KeptElsewhere what="outputs" to={info.data?.mining.elsewhereTo ?? null} />
          )}
        </PagedList>
      </Main>
    </Screen>
  );
}
