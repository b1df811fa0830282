import type { Data } from '@lode/contract';
import { formatShortest, ledgerScale, parseAmount } from '@lode/money';
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
