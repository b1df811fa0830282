import { Empty, FilterChips, Main } from '@lode/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from '../lib/router/router.tsx';
import { PagedList } from './paged-list.tsx';
import { QueryView } from './query-view.tsx';
import { RecordsSkeleton } from './records-skeleton.tsx';
import { Screen } from './screen.tsx';

const all = 'ALL';

interface Filter {
  /** Name of the query parameter. */
  name: string;
  label: string;
  /** Label of the unfiltered state. */
  all: string;
  options: readonly { value: string; label: string }[];
}

interface RecordsScreenProps<Item> {
  title: string;
  /** Right end of the title bar. */
  action?: ReactNode;
  filters: readonly Filter[];
  query: UseInfiniteQueryResult<InfiniteData<{ records: Item[] }>>;
  /** Shown without any record. */
  empty: { title: string; hint: string; action: { label: string; href: string } };
  /** Shown when the filter matches no record. */
  emptyFiltered: { title: string; hint: string; showAll: string };
  children: (records: Item[]) => ReactNode;
  /** After the last record. */
  end?: ReactNode;
}

/** The filter's value in the address, if valid. */
export function useFilter<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
  const [params] = useSearchParams();
  return values.find((value) => value === params.get(name));
}

/** A list of records whose filters are kept in the address. */
export function RecordsScreen<Item>(props: RecordsScreenProps<Item>) {
  const { title, action, filters, query, empty, emptyFiltered, children, end } = props;
  const [params, setParams] = useSearchParams();
  const chosen = ({ name, options }: Filter) => options.find(({ value }) => value === params.get(name))?.value;
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === all) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <Screen title={title} action={action}>
      <Main>
        <PagedList onRefresh={query.refetch} pages={query} hasBottom={Boolean(query.data?.pages[0]?.records.length)}>
          {/* One row of chips below another, without the room between cards. */}
          <div>
            {filters.map((filter) => (
              <FilterChips
                key={filter.name}
                label={filter.label}
                value={chosen(filter) ?? all}
                onChange={(value) => choose(filter.name, value)}
                options={[{ value: all, label: filter.all }, ...filter.options]}
              />
            ))}
          </div>
          <QueryView query={query} skeleton={<RecordsSkeleton />}>
            {({ pages }) => {
              const records = pages.flatMap((page) => page.records);
              if (records.length > 0) return children(records);
              if (!filters.some(chosen)) return <Empty {...empty} />;
              const { title, hint, showAll } = emptyFiltered;
              const all = { label: showAll, onClick: () => setParams({}, { replace: true }) };
              return <Empty title={title} hint={hint} action={all} />;
            }}
          </QueryView>
          {query.data && !query.hasNextPage && end}
        </PagedList>
      </Main>
    </Screen>
  );
}
