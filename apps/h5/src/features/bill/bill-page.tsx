import { Empty, IconButton, Main } from '@lode/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LedgerList, LedgerListSkeleton } from '../../components/ledger-list.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { TypeFilter } from '../../components/type-filter.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { recordMonths } from '../../lib/record-months.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { billMessages as messages } from '../../locales/zh/bill.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { recordFilters, recordMessages } from '../../locales/zh/records.ts';
import { billHref } from './bill-link.ts';
import styles from './bill-page.module.css';
import { FoundSums } from './found-sums.tsx';
import { monthAfter } from './months.ts';
import { SumsCard, SumsSkeleton } from './sums-card.tsx';
import { useWithdrawalNotes } from './use-withdrawal-notes.ts';

type Filter = keyof typeof recordFilters;
const pageSize = 100;
const longestSearch = 80;
const isFilter = (text: string | null): text is Filter => text !== null && text in recordFilters;

/** 账单: every movement of every account in a month, with what came and went. */
export function BillPage() {
  const [params, setParams] = useSearchParams();
  const month = params.get('month') ?? undefined;
  const chosen = params.get('type');
  const type = isFilter(chosen) ? chosen : undefined;
  const q = params.get('q') ?? undefined;
  const change = (name: 'month' | 'type' | 'q', value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const sums = useQuery(callQuery('billMonth', { month }));
  const records = useInfiniteQuery(pageQuery('billPage', { month, type, q, size: pageSize }));
  const listed = records.data?.pages.flatMap((page) => page.records) ?? [];
  const months = recordMonths(listed, records.hasNextPage);
  const notesOf = useWithdrawalNotes(listed);
  const isSearch = q !== undefined;
  const found = records.data && !records.hasNextPage ? listed.length : null;
  const earlier = sums.data && sums.data.month > sums.data.first ? monthAfter(sums.data.month, -1) : null;
  const monthShown = sums.data?.month ?? month;
  const lookAtEarlier =
    earlier === null ? null : { label: messages.lookAt(earlier), onClick: () => change('month', earlier) };
  const isEmptyMonth =
    sums.data?.sums.length === 0 && records.isSuccess && months.length === 0 && !isSearch && type === undefined;
  return (
    <Screen title={messages.title}>
      <Main>
        <PagedList
          onRefresh={() => Promise.all([sums.refetch(), records.refetch()])}
          pages={records}
          hasBottom={months.length > 0}
        >
          <QueryView query={sums} skeleton={<SumsSkeleton />}>
            {(current) => (
              <SumsCard
                bill={current}
                areSumsHidden={isSearch}
                isEmpty={isEmptyMonth}
                head={
                  <MonthPicker
                    month={current.month}
                    first={current.first}
                    last={current.last}
                    onChange={(wanted) => change('month', wanted === current.last ? null : wanted)}
                  />
                }
              />
            )}
          </QueryView>
          {!isEmptyMonth && (
            <>
              <SearchField
                label={messages.search}
                placeholder={messages.searchHint}
                longest={longestSearch}
                value={q ?? ''}
                onChange={(text) => change('q', text)}
              />
              <ListHead title={isSearch ? messages.found(found) : recordMessages.allRecords}>
                <TypeFilter
                  filters={recordFilters}
                  value={type ?? null}
                  onChange={(wanted) => change('type', wanted)}
                />
              </ListHead>
            </>
          )}
          {isSearch && found !== null && found > 1 && <FoundSums records={listed} />}
          <QueryView query={records} skeleton={<LedgerListSkeleton />}>
            {() => {
              if (months.length > 0) return <LedgerList months={months} hrefOf={billHref} notesOf={notesOf} byDay />;
              if (isSearch)
                return (
                  <Empty
                    title={messages.notFound(monthShown)}
                    hint={messages.notFoundHint}
                    action={lookAtEarlier ?? { label: recordMessages.showAll, onClick: () => change('q', null) }}
                  />
                );
              if (sums.data?.isArchived === true)
                return (
                  <Empty
                    title={messages.archived}
                    hint={messages.archivedHint}
                    action={{ label: commonMessages.support, href: href('support') }}
                  />
                );
              if (type === undefined)
                return (
                  <Empty
                    title={messages.emptyTitle(monthShown)}
                    hint={messages.emptyHint}
                    action={lookAtEarlier ?? { label: commonMessages.recharge, href: href('recharge') }}
                  />
                );
              return (
                <Empty
                  title={messages.noneOfType(recordFilters[type], monthShown)}
                  hint={lookAtEarlier ? messages.otherTypeOrMonth : recordMessages.emptyFilteredHint}
                  action={lookAtEarlier ?? { label: recordMessages.showAll, onClick: () => change('type', null) }}
                />
              );
            }}
          </QueryView>
        </PagedList>
      </Main>
    </Screen>
  );
}

interface MonthPickerProps {
  month: string;
  first: string;
  last: string;
  onChange: (month: string) => void;
}

/** From the customer's first month to the current one. */
function MonthPicker({ month, first, last, onChange }: MonthPickerProps) {
  const step = (by: number) => onChange(monthAfter(month, by));
  return (
    <div className={styles.picker}>
      <span className={styles.step}>
        {month > first && <IconButton icon="left" iconSize="s" label={messages.earlier} onClick={() => step(-1)} />}
      </span>
      <h2>{recordMessages.month(month)}</h2>
      <span className={styles.step}>
        {month < last && <IconButton icon="right" iconSize="s" label={messages.later} onClick={() => step(1)} />}
      </span>
    </div>
  );
}
