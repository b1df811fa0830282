import type { Data } from '@lode/contract';
import { type Amount, formatShortest, ledgerScale, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { minutesOf } from '../../lib/chain-figures.ts';
import { rechargeMessages as messages } from '../../locales/zh/recharge.ts';

export type Deposit = Data<'depositPage'>['records'][number];
export type Coin = Deposit['coin'];
export type Network = Deposit['network'];
export type NetworkSettings = Data<'coinSettings'>['coins'][number]['networks'][number];

/** A minimum without trailing zeros. */
export function shortMin(min: string | undefined, coin: Coin): string {
  return min === undefined ? '' : groupDigits(formatShortest(parseAmount(min, coin), ledgerScale(coin)));
}

/** Whether its status still changes. */
export function isPending({ status }: Deposit): boolean {
  return status === 'SEEN' || status === 'CONFIRMING';
}

/** The line below the amount. */
export function noteOf({ status, confirmations, needed, network, coin }: Deposit, min: string): string | null {
  switch (status) {
    case 'SEEN':
    case 'CONFIRMING':
      return messages.arrivesIn(minutesOf(needed - confirmations, network));
    case 'BELOW_MINIMUM':
      return min === '' ? null : messages.sumNeeded(min, coin);
    case 'ORPHANED':
      return messages.orphaned;
    case 'CREDITED':
      return null;
  }
}

/** What a customer's small deposits of the same network come to, and what they lack to the minimum; null where that is not known. */
export function belowMinimum(
  { status, coin, network }: Deposit,
  page: Data<'depositPage'> | undefined,
  min: string | undefined,
): { sum: Amount; missing: Amount } | null {
  if (status !== 'BELOW_MINIMUM' || page === undefined || page.hasMore || min === undefined) return null;
  const sum = page.records
    .filter((one) => one.status === 'BELOW_MINIMUM' && one.network === network)
    .reduce((total, { amount }) => total + parseAmount(amount, coin), 0n);
  const missing = parseAmount(min, coin) - sum;
  return missing > 0n ? { sum, missing } : null;
}
