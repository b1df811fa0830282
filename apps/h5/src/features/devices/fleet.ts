import type { Data } from '@lode/contract';
import { type Amount, parseAmount } from '@lode/money';
import { type MachineStatus, shanghaiShortTime, uiWords } from '@lode/ui';
import { usdtValueOf } from '../../lib/valuation.ts';

export type IndexInfo = Data<'indexInfo'>;

const order: readonly MachineStatus[] = ['RUNNING', 'WAITING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'];

export interface StatusCount {
  status: MachineStatus;
  label: string;
  count: number;
}

/** How many machines stand in each status, every status present, the running ones first. */
export function countsByStatus({ mining }: IndexInfo): StatusCount[] {
  return order.map((status) => ({
    status,
    label: uiWords.machineStatus[status],
    count: mining.statusCounts.find((entry) => entry.status === status)?.count ?? 0,
  }));
}

/** All of yesterday's outputs at the known prices less yesterday's electricity, in micro-USDT; null when a price is missing. */
export function netOfYesterday({ mining, assetsInfo }: IndexInfo): Amount | null {
  let sum = -parseAmount(mining.yesterdayFee, 'USDT');
  for (const { coin, amount } of mining.yesterday) {
    const value = usdtValueOf(amount, coin, assetsInfo.prices);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

/** The prices behind that figure: the coins mined yesterday, each with a date when it is no longer fresh. */
export function pricesBehindNet({
  mining,
  assetsInfo,
}: IndexInfo): { coin: string; usdt: string; staleSince: string | null }[] {
  return assetsInfo.prices
    .filter(({ coin }) => mining.yesterday.some((output) => output.coin === coin))
    .map(({ coin, usdt, time, stale }) => ({ coin, usdt, staleSince: stale ? shanghaiShortTime(time) : null }));
}
