import { Empty, FilterChips, Main, PullList } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { coinUpWords as words } from '../../locales/zh/coin-up.ts';
import { titles } from '../../locales/zh/titles.ts';
import { RecordList, RecordListSkeleton } from './components/record-list.tsx';
import { type CoinUpRecord, type SavingsCoin, savingsCoins } from './savings.ts';

const all = 'ALL';
type Direction = CoinUpRecord['direction'];
const directions = Object.keys(words.directions) as Direction[];
const pageSize = 50;

function chosenOf<Value extends string>(text: string | null, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === text);
}

/** Every subscription, redemption and paid day of interest. */
export function CoinUpRecordPage() {
  const [params, setParams] = useSearchParams();
  const direction = chosenOf(params.get('direction'), directions);
  const coin = chosenOf(params.get('coin'), savingsCoins);
  const records = useInfiniteQuery(pageQuery('coinUpPage', { direction, coin, size: pageSize }));
  const choose = (name: 'direction' | 'coin', value: string) => {
    const next = new URLSearchParams(params);
    if (value === all) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <Screen title={titles.coinup_record}>
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
            label={words.direction}
            value={direction ?? all}
            onChange={(value: Direction | typeof all) => choose('direction', value)}
            options={[
              { value: all, label: words.allDirections },
              ...directions.map((value) => ({ value, label: words.directions[value] })),
            ]}
          />
          <FilterChips
            label={words.coinChoice}
            value={coin ?? all}
            onChange={(value: SavingsCoin | typeof all) => choose('coin', value)}
            options={[{ value: all, label: words.allCoins }, ...savingsCoins.map((value) => ({ value, label: value }))]}
          />
          <QueryView query={records} skeleton={<RecordListSkeleton />}>
            {({ pages }) => {
              const list = pages.flatMap((page) => page.records);
              if (list.length > 0) return <RecordList records={list} />;
              return direction === undefined && coin === undefined ? (
                <Empty
                  title={words.emptyTitle}
                  hint={words.emptyHint}
                  action={{ label: words.toCoinUp, href: href('coinup') }}
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
