import { Amount, Card, Columns, Empty, Main } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { EarningsCard } from '../../components/earnings/earnings-card.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { outputMessages as messages } from '../../locales/zh/outputs.ts';
import { titles } from '../../locales/zh/titles.ts';
import { OutputDays } from './components/output-days.tsx';
import { OutputFilters, rangeName } from './components/output-filters.tsx';
import { IdleRow } from './components/output-row.tsx';
import { OutputsSkeleton } from './components/outputs-skeleton.tsx';
import { idleAllDay } from './idle-machines.ts';
import { groupByDay } from './output.ts';
import type { RangeTotal } from './range-total.ts';
import { useMachineNames } from './use-machine-names.ts';
import { type MinedCoin, type OutputFilter, useOutputFilter } from './use-output-filter.ts';
import { coinsOf, useOutputs } from './use-outputs.ts';

/** Outputs with evidence, by `?coin=`, `?machineId=` and `?range=`. */
export function OutputsPage() {
  const [filter, changeFilter] = useOutputFilter();
  const info = useQuery(callQuery('indexInfo', {}));
  const earnings = useQuery(callQuery('earnings', filter.machineId === null ? {} : { machineId: filter.machineId }));
  const machines = useMachineNames();
  const mining = info.data?.mining;
  const coins: readonly MinedCoin[] = mining ? coinsOf(mining) : ['BTC'];
  const coin = filter.coin ?? coins[0] ?? 'BTC';
  const { list, outputs, isWhole, total } = useOutputs(filter, coin, mining);

  const chosenMachines = machines.list.filter(({ id }) => filter.machineId === null || filter.machineId === id);

  const query = {
    // Machine names and idle machines load before the list renders.
    data: machines.isSettled ? outputs : undefined,
    error: info.error ?? list.error,
    dataUpdatedAt: list.dataUpdatedAt,
    refetch: () => Promise.all([info.refetch(), list.refetch(), earnings.refetch()]),
  };

  return (
    <Screen title={titles.outputs}>
      <Main>
        <PagedList onRefresh={query.refetch} pages={list} hasBottom={query.data !== undefined && query.data.length > 0}>
          <OutputFilters
            filter={filter}
            coin={coin}
            coins={coins.includes(coin) ? coins : [...coins, coin]}
            machines={machines}
            latest={mining?.yesterdayDate ?? null}
            onChange={changeFilter}
          />
          <QueryView query={query} skeleton={<OutputsSkeleton />}>
            {(known) =>
              known.length === 0 ? (
                <NoOutputs filter={filter} onReset={() => changeFilter({ machineId: null, range: { kind: 'all' } })} />
              ) : (
                <>
                  <EarningsCard earnings={earnings} coin={coin} info={info.data} />
                  {total && <TotalCard total={total} filter={filter} coin={coin} />}
                  <OutputDays
                    days={groupByDay(known, isWhole)}
                    coin={coin}
                    machines={machines}
                    after={(day) =>
                      day.date === mining?.yesterdayDate &&
                      day.total !== null &&
                      idleAllDay(day, chosenMachines, coin).map((machine) => (
                        <IdleRow key={machine.id} machine={machine} />
                      ))
                    }
                  />
                </>
              )
            }
          </QueryView>
        </PagedList>
      </Main>
    </Screen>
  );
}

function TotalCard({ total, filter, coin }: { total: RangeTotal; filter: OutputFilter; coin: MinedCoin }) {
  const label = filter.range.kind === 'all' ? messages.netTotal : messages.netOf(rangeName(filter.range));
  const items = [{ label, value: <Amount size="lead" value={total.net} coin={coin} /> }];
  if (total.perDay !== null) {
    items.push({ label: messages.perDay, value: <Amount size="lead" value={total.perDay} coin={coin} /> });
  }
  return (
    <Card label={label}>
      <Columns items={items} narrow="rows" />
    </Card>
  );
}

function NoOutputs({ filter, onReset }: { filter: OutputFilter; onReset: () => void }) {
  const isNarrowed = filter.machineId !== null || filter.range.kind !== '30';
  return isNarrowed ? (
    <Empty
      title={messages.noneOfFilter}
      hint={messages.noneOfFilterHint}
      action={{ label: messages.resetFilter, onClick: onReset }}
    />
  ) : (
    <Empty
      title={messages.none}
      hint={messages.noneHint}
      action={{ label: messages.toMachines, href: href('devices') }}
    />
  );
}
