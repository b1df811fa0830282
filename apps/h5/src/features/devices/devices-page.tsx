import { Empty, FilterChips, IconButton, Main, machineStatusLooks, OfflineBanner, TopBar } from '@lode/ui';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryError } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SupportLink } from '../../components/support-link.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { useOnline } from '../../lib/online.ts';
import { href } from '../../lib/routes.ts';
import { deviceMessages as messages } from '../../locales/zh/devices.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './components/devices.module.css';
import { ChipsSkeleton, MachineListSkeleton, SummarySkeleton } from './components/devices-skeleton.tsx';
import { FilterSheet } from './components/filter-sheet.tsx';
import { FleetSummary } from './components/fleet-summary.tsx';
import { MachineList } from './components/machine-list.tsx';
import { countsByStatus, type IndexInfo } from './fleet.ts';
import { type MachineChoice, type StatusChoice, useMachineChoice, wholeFleet } from './use-machine-choice.ts';

const longestSearch = 64;

/** The machines: totals, then a row each, what needs its owner first. */
export function DevicesPage() {
  const [choice, choose] = useMachineChoice();
  const { status, filter, search, sort } = choice;
  const [isFiltering, setFiltering] = useState(false);
  const isOnline = useOnline();

  const info = useQuery(callQuery('indexInfo', {}));
  const list = useInfiniteQuery({
    ...pageQuery('machinePage', listInput(choice)),
    placeholderData: keepPreviousData,
  });
  const machines = list.data?.pages.flatMap((page) => page.records);
  const refresh = () => Promise.all([info.refetch(), list.refetch()]);
  /** A customer without a machine has nothing to sum up, to search or to filter. */
  const isEmpty = info.data?.mining.machineCount === 0;
  const isNarrowed = status !== 'ALL' || filter.coin !== '' || filter.purchaseKind !== '' || search !== '';

  return (
    <Screen title={titles.devices} bar="tabs">
      <TopBar
        title={titles.devices}
        action={
          <div>
            <SupportLink />
            {!isEmpty && <IconButton icon="filter" label={messages.filter} onClick={() => setFiltering(true)} />}
          </div>
        }
      />
      <Main>
        <PagedList onRefresh={refresh} pages={list} hasBottom={machines !== undefined && machines.length > 0}>
          {!isOnline && machines && (
            <OfflineBanner since={new Date(list.dataUpdatedAt)} onRetry={() => void refresh()} />
          )}
          {info.data ? !isEmpty && <FleetSummary info={info.data} /> : !info.error && <SummarySkeleton />}
          {info.data
            ? !isEmpty && (
                <div className={styles.choosing}>
                  <SearchField
                    label={messages.search}
                    placeholder={messages.searchHint}
                    longest={longestSearch}
                    value={search}
                    onChange={(search) => choose({ search })}
                  />
                  <FilterChips
                    label={messages.filterByStatus}
                    options={statusOptions(info.data, status)}
                    value={status}
                    onChange={(status) => choose({ status })}
                  />
                </div>
              )
            : !info.error && <ChipsSkeleton />}
          {machines === undefined && !list.error && <MachineListSkeleton />}
          {machines === undefined && list.error && <QueryError error={list.error} onRetry={() => void refresh()} />}
          {machines !== undefined && machines.length > 0 && (
            <MachineList
              machines={machines}
              busy={list.isPlaceholderData}
              prices={info.data?.assetsInfo.prices ?? null}
              sort={sort}
              onSort={(sort) => choose({ sort })}
            />
          )}
          {machines?.length === 0 &&
            (isNarrowed ? (
              <Empty
                title={messages.noneOfFilter}
                hint={messages.noneOfFilterHint}
                action={{ label: messages.showAll, onClick: () => choose(wholeFleet) }}
              />
            ) : (
              <Empty
                title={messages.none}
                hint={messages.noneHint}
                action={{ label: messages.toSupport, href: href('support') }}
              />
            ))}
        </PagedList>
      </Main>
      <FilterSheet
        open={isFiltering}
        filter={filter}
        onApply={(filter) => choose({ filter })}
        onClose={() => setFiltering(false)}
      />
    </Screen>
  );
}

function listInput({ status, filter, search, sort }: MachineChoice) {
  return {
    sort,
    search: search || undefined,
    status: status === 'ALL' ? undefined : status,
    coin: filter.coin || undefined,
    purchaseKind: filter.purchaseKind || undefined,
  };
}

/** Statuses that occur; the chosen one stays, so that it can be deselected. */
function statusOptions(info: IndexInfo, chosen: StatusChoice) {
  const counts = countsByStatus(info)
    .filter(({ status, count }) => count > 0 || status === chosen)
    .map(({ status, label, count }) => ({
      value: status as StatusChoice,
      label,
      count,
      tone: machineStatusLooks[status].tone,
    }));
  return [{ value: 'ALL' as StatusChoice, label: messages.all, count: info.mining.machineCount }, ...counts];
}
