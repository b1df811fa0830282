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
function shortMin(min: string, coin: Coin): string {
  return groupDigits(formatShortest(parseAmount(min, coin), ledgerScale(coin)));
}

/** Whether its status still changes. */
export function isPending({ status }: Deposit): boolean {
  return status === 'SEEN' || status === 'CONFIRMING';
}

/** The line below the amount. One below the minimum is said to be so before it is confirmed. */
export function noteOf(
  { status, confirmations, needed, network, coin, amount }: Deposit,
  min: string | undefined,
): string | null {
  const isSmall = min !== undefined && parseAmount(amount, coin) < parseAmount(min, coin);
  switch (status) {
    case 'SEEN':
    case 'CONFIRMING':
      return isSmall
        ? messages.small(shortMin(min, coin), coin)
        : messages.arrivesIn(minutesOf(needed - confirmations, network));
    case 'BELOW_MINIMUM':
      return min === undefined ? null : messages.sumNeeded(shortMin(min, coin), coin);
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
