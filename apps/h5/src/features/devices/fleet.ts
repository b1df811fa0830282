import type { Data } from '@lode/contract';
import { type Amount, type Coin, parseAmount } from '@lode/money';
import { type MachineStatus, uiMessages } from '@lode/ui';
import { usdtValueOf } from '../../lib/valuation.ts';

export type IndexInfo = Data<'indexInfo'>;

const order: readonly MachineStatus[] = ['RUNNING', 'WAITING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'];

export interface StatusCount {
  status: MachineStatus;
  label: string;
  count: number;
}

/** Number of machines in each status, zeros included, running ones first. */
export function countsByStatus({ mining }: IndexInfo): StatusCount[] {
  return order.map((status) => ({
    status,
    label: uiMessages.machineStatus[status],
    count: mining.statusCounts.find((entry) => entry.status === status)?.count ?? 0,
  }));
}

/**
 * Yesterday's outputs of priced coins less electricity, in micro-USDT; null when none is priced. `unpriced` names the
 * excluded coins.
 */
export function netOfYesterday({ mining, assetsInfo }: IndexInfo): { net: Amount | null; unpriced: Coin[] } {
  const outputs = mining.yesterday
    .filter(({ coin, amount }) => parseAmount(amount, coin) !== 0n)
    .map(({ coin, amount }) => ({ coin, value: usdtValueOf(amount, coin, assetsInfo.prices) }));
  const unpriced = outputs.filter(({ value }) => value === null).map(({ coin }) => coin);
  if (outputs.length > 0 && unpriced.length === outputs.length) return { net: null, unpriced };
  const earned = outputs.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  return { net: earned - parseAmount(mining.yesterdayFee, 'USDT'), unpriced };
}
