import { Empty, FilterChips, Main, PullList } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { titles } from '../../locales/zh/titles.ts';
import { withdrawRecordWords as words } from '../../locales/zh/withdraw.ts';
import { RecordList, RecordListSkeleton } from './components/record-list.tsx';
import { type Display, displayOf, displays, type WithdrawCoin, withdrawCoins } from './withdrawal.ts';

const all = 'ALL';
const pageSize = 50;
/** How soon what is under way is asked for again, as long as it is looked at. */
const soonMs = 10_000;

function chosenOf<Value extends string>(text: string | null, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === text);
}

/** Every withdrawal, by coin and by what became of it. */
export function WithdrawRecordPage() {
  const [params, setParams] = useSearchParams();
  const display = chosenOf(params.get('display'), displays);
  const coin = chosenOf(params.get('coin'), withdrawCoins);
  const records = useInfiniteQuery({
    ...pageQuery('withdrawPage', { display, coin, size: pageSize }),
    refetchInterval: ({ state }) => {
      const [first, ...older] = state.data?.pages ?? [];
      // Whoever has walked further down is not asked for all of it every time.
      const isMoving = older.length === 0 && first?.records.some((record) => displayOf(record) === 'PROCESSING');
      return isMoving ? soonMs : false;
    },
  });
  const choose = (name: 'display' | 'coin', value: string) => {
    const next = new URLSearchParams(params);
    if (value === all) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <Screen title={titles.withdraw_record}>
      <Main>
        <PullList
          onRefresh={records.refetch}
          hasMore={records.hasNextPage}
          isLoadingMore={records.isFetchingNextPage}
          hasFailed={records.isFetchNextPageError}
          onLoadMore={() => void records.fetchNextPage()}
          hasBottom={Boolean(records.data?.pages[0]?.records.length)}
        >
          <FilterChips
            label={words.states}
            value={display ?? all}
            onChange={(value: Display | typeof all) => choose('display', value)}
            options={[
              { value: all, label: words.allStates },
              ...displays.map((value) => ({ value, label: words.displays[value] })),
            ]}
          />
          <FilterChips
            label={words.coins}
            value={coin ?? all}
            onChange={(value: WithdrawCoin | typeof all) => choose('coin', value)}
            options={[
              { value: all, label: words.allCoins },
              ...withdrawCoins.map((value) => ({ value, label: value })),
            ]}
          />
          <QueryView query={records} skeleton={<RecordListSkeleton />}>
            {({ pages }) => {
              const list = pages.flatMap((page) => page.records);
              if (list.length > 0) return <RecordList records={list} />;
              return display === undefined && coin === undefined ? (
                <Empty
                  title={words.emptyTitle}
                  hint={words.emptyHint}
                  action={{ label: words.toWithdraw, href: href('withdraw') }}
                />
              ) : (
                <Empty
                  title={words.emptyFiltered}
                  hint={words.emptyFilteredHint}
                  action={{ label: words.showAll, onClick: () => setParams({}, { replace: true }) }}
                />
              );
            }}
          </QueryView>
        </PullList>
      </Main>
    </Screen>
  );
}
