import { Amount, Card, Columns, Empty, KeyValues, Main } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EarningsCard } from '../../components/earnings/earnings-card.tsx';
import { KeptElsewhere } from '../../components/kept-elsewhere.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { earningsMessages } from '../../locales/zh/earnings.ts';
import { outputMessages as messages } from '../../locales/zh/outputs.ts';
import { titles } from '../../locales/zh/titles.ts';
import { OutputDays } from './components/output-days.tsx';
import { OutputFilters, rangeName } from './components/output-filters.tsx';
import { IdleRow } from './components/output-row.tsx';
import styles from './components/outputs.module.css';
import { OutputsSkeleton } from './components/outputs-skeleton.tsx';
import { boundsOf } from './date-range.ts';
import { valueEver, valueOn, valueWithin } from './day-values.ts';
import { idleAllDay } from './idle-machines.ts';
import { groupByDay } from './output.ts';
import type { RangeTotal } from './range-total.ts';
import { useMachineNames } from './use-machine-names.ts';
import { type MinedCoin, type OutputFilter, useOutputFilter } from './use-output-filter.ts';
import { coinsOf, type Mining, minedOf, useOutputs } from './use-outputs.ts';

/** As many as one answer holds: older dates stand without their value. */
const pricedDays = 100;

/** Outputs with evidence, by `?coin=`, `?machineId=` and `?range=`. */
export function OutputsPage() {
  const [filter, changeFilter] = useOutputFilter();
  const info = useQuery(callQuery('indexInfo', {}));
  const earnings = useQuery(callQuery('earnings', filter.machineId === null ? {} : { machineId: filter.machineId }));
  const days = useQuery(
    callQuery('earningDays', { ...(filter.machineId !== null && { machineId: filter.machineId }), size: pricedDays }),
  );
  const machines = useMachineNames();
  const mining = info.data?.mining;
  const coins: readonly MinedCoin[] = mining ? coinsOf(mining) : ['BTC'];
  const coin = filter.coin ?? coins[0] ?? 'BTC';
  const { list, outputs, isWhole, total, elsewhereTo } = useOutputs(filter, coin, mining);

  const chosenMachines = machines.list.filter(({ id }) => filter.machineId === null || filter.machineId === id);

  const query = {
    // Machine names and idle machines load before the list renders.
    data: machines.isSettled ? outputs : undefined,
    error: info.error ?? list.error,
    dataUpdatedAt: list.dataUpdatedAt,
    refetch: () => Promise.all([info.refetch(), list.refetch(), earnings.refetch(), days.refetch()]),
  };

  /** The exact sum of its dates, rounded once; where there are more of them than prices, as the earnings above have it. */
  function valueOfRange(): bigint | null {
    const ofDates = valueWithin(days.data, coin, boundsOf(filter.range, mining?.yesterdayDate ?? null));
    if (filter.range.kind !== 'all' || (ofDates !== null && elsewhereTo === null)) return ofDates;
    return valueEver(earnings.data, coin);
  }

  const hasEarnings = query.data ? query.data.length > 0 || isNarrowed(filter) : query.error === null;

  return (
    <Screen title={titles.outputs}>
      <Main>
        <PagedList onRefresh={query.refetch} pages={list} hasBottom={query.data !== undefined && query.data.length > 0}>
          {/* Above the filters: it answers for every coin and date. */}
          {hasEarnings && (
            <EarningsCard
              earnings={earnings}
              coin={coin}
              info={info.data}
              scope={coins.length > 1 && filter.machineId === null ? earningsMessages.ofAll : null}
            />
          )}
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
                <NoOutputs filter={filter} coin={coin} mining={mining} onChange={changeFilter} />
              ) : (
                <>
                  {total && (
                    <TotalCard
                      total={total}
                      value={valueOfRange()}
                      filter={filter}
                      coin={coin}
                      elsewhereTo={elsewhereTo}
                    />
                  )}
                  <OutputDays
                    days={groupByDay(known, isWhole)}
                    coin={coin}
                    labels={
                      coins.length > 1
                        ? { fee: messages.feeOfCoin(coin), afterFee: messages.afterFeeOfCoin(coin) }
                        : messages
                    }
                    machines={machines}
                    valueOf={(date, amount) => valueOn(days.data, date, amount, coin)}
                    after={(day) =>
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
          {isWhole && <KeptElsewhere what="outputs" to={elsewhereTo} />}
        </PagedList>
      </Main>
    </Screen>
  );
}

interface TotalCardProps {
  total: RangeTotal;
  /** In micro-USDT; null where it is not known. */
  value: bigint | null;
  filter: OutputFilter;
  coin: MinedCoin;
  /** The last of the dates that are kept elsewhere, and are in the total; null without any. */
  elsewhereTo: string | null;
}

function TotalCard({ total, value, filter, coin, elsewhereTo }: TotalCardProps) {
  const label = filter.range.kind === 'all' ? messages.netTotal : messages.netOf(rangeName(filter.range));
  const rows: { label: string; value: ReactNode }[] = [];
  if (value !== null) {
    rows.push({
      label: messages.atDayPrice,
      value: <Amount size="sub" value={value} coin="USDT" approx exact />,
    });
  }
  // Of one day it is the figure above.
  if (total.perDay !== null && total.perDay !== total.net) {
    rows.push({ label: messages.perDay, value: <Amount size="sub" value={total.perDay} coin={coin} /> });
  }
  if (elsewhereTo !== null) rows.push({ label: messages.withArchived, value: messages.archivedTo(elsewhereTo) });
  return (
    <Card label={label}>
      <Columns items={[{ label, value: <Amount size="lead" value={total.net} coin={coin} /> }]} />
      {rows.length > 0 && (
        <div className={styles.totalRows}>
          <KeyValues items={rows} />
        </div>
      )}
    </Card>
  );
}

const isNarrowed = ({ machineId, range }: OutputFilter) => machineId !== null || range.kind !== '30';

interface NoOutputsProps {
  filter: OutputFilter;
  coin: MinedCoin;
  mining: Mining | undefined;
  onChange: (change: Partial<OutputFilter>) => void;
}

function NoOutputs({ filter, coin, mining, onChange }: NoOutputsProps) {
  // No date has any of a coin that was never mined.
  const mined = minedOf(mining);
  const [most] = mined;
  if (filter.machineId === null && most && !mined.includes(coin)) {
    const isMining = mining?.hashrates.some((one) => one.coin === coin);
    return (
      <Empty
        title={messages.noneOfCoin(coin)}
        hint={isMining ? messages.noneHint : messages.minedCoins(mined.join('、'))}
        action={{ label: messages.toCoin(most), onClick: () => onChange({ coin: most }) }}
      />
    );
  }
  return isNarrowed(filter) ? (
    <Empty
      title={messages.noneOfFilter}
      hint={messages.noneOfFilterHint}
      action={{ label: messages.resetFilter, onClick: () => onChange({ machineId: null, range: { kind: 'all' } }) }}
    />
  ) : (
    <Empty
      title={messages.none}
      hint={messages.noneHint}
      action={{ label: messages.toMachines, href: href('devices') }}
    />
  );
}
