import type { Data } from '@lode/contract';
import { type Coin, parseAmount } from '@lode/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { boundsOf } from './date-range.ts';
import { type RangeTotal, totalOfDays, totalOfList } from './range-total.ts';
import type { MinedCoin, OutputFilter } from './use-output-filter.ts';

export type Mining = Data<'indexInfo'>['mining'];

const inOrder = (entries: readonly { coin: Coin }[]): MinedCoin[] =>
  (['BTC', 'ETH', 'DOGE'] as const).filter((coin) => entries.some((entry) => entry.coin === coin));

/** Coins that the customer has mined, BTC first; BTC alone for a new customer. */
export function coinsOf({ total, hashrates }: Mining): MinedCoin[] {
  const ordered = inOrder([...total, ...hashrates]);
  return ordered.length > 0 ? ordered : ['BTC'];
}

/** Coins of which there is output. */
export const minedOf = (mining: Mining | undefined): MinedCoin[] =>
  inOrder(mining?.total.filter(({ coin, amount }) => parseAmount(amount, coin) > 0n) ?? []);

/** The filtered list, and its total once that is exact. `mining` is needed to count dates back. */
export function useOutputs(filter: OutputFilter, coin: MinedCoin, mining: Mining | undefined) {
  const bounds = boundsOf(filter.range, mining?.yesterdayDate ?? null);
  const input = { coin, machineId: filter.machineId ?? undefined, ...bounds };
  const list = useInfiniteQuery({ ...pageQuery('outputPage', input), enabled: mining !== undefined });
  const machine = useQuery({
    ...callQuery('machineDetail', { id: filter.machineId ?? '' }),
    enabled: filter.machineId !== null,
  });
  const outputs = list.data?.pages.flatMap((page) => page.records);
  const isWhole = list.data !== undefined && !list.hasNextPage;
  const elsewhereTo = mining?.elsewhereTo ?? null;
  const isCut = elsewhereTo !== null && (bounds.from ?? '') <= elsewhereTo;
  return { list, outputs, isWhole, total: exactTotal(), elsewhereTo: isCut ? elsewhereTo : null };

  /** Totals of the last 30 closed dates and of all are kept; any other range needs the whole list. */
  function exactTotal(): RangeTotal | null {
    if (outputs === undefined) return null;
    if (isWhole && !isCut) return totalOfList(outputs);
    if (filter.range.kind === 'all') {
      return filter.machineId === null ? everOfAll(mining, coin) : everOfMachine(machine.data, coin);
    }
    if (filter.range.kind !== '7' && filter.range.kind !== '30') return null;
    const days = filter.machineId === null ? daysOfAll(mining, coin) : daysOfMachine(machine.data, coin);
    return days && totalOfDays(days, coin, bounds);
  }
}

function daysOfAll(mining: Mining | undefined, coin: MinedCoin) {
  return mining?.last30.filter((day) => day.coin === coin) ?? null;
}

/** How many dates had output is not known while some are not listed: there is no mean. */
const keptTotal = (amount: string, coin: MinedCoin): RangeTotal => ({ net: parseAmount(amount, coin), perDay: null });

function everOfAll(mining: Mining | undefined, coin: MinedCoin) {
  const total = mining?.total.find((one) => one.coin === coin);
  return total ? keptTotal(total.amount, coin) : null;
}

function everOfMachine(machine: Data<'machineDetail'> | undefined, coin: MinedCoin) {
  return machine?.coin === coin ? keptTotal(machine.totalOutput, coin) : null;
}

function daysOfMachine(machine: Data<'machineDetail'> | undefined, coin: MinedCoin) {
  if (machine?.coin !== coin) return null;
  return machine.last30.map(({ date, output }) => ({ date, amount: output }));
}
