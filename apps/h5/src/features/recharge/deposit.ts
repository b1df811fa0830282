import type { Data } from '@lode/contract';
import { formatShortest, ledgerScale, parseAmount } from '@lode/money';
import { rechargeWords as words } from '../../locales/zh/recharge.ts';

export type Deposit = Data<'depositPage'>['records'][number];
export type Coin = Deposit['coin'];
export type Network = Deposit['network'];
export type NetworkSettings = Data<'coinSettings'>['coins'][number]['networks'][number];

/** How long a block takes on the public chains, in seconds. */
const blockSeconds: Record<Network, number> = { BITCOIN: 600, ERC20: 12 };

/** Minutes that so many blocks take, never less than one. */
export function minutesOf(blocks: number, network: Network): number {
  return Math.max(1, Math.ceil((blocks * blockSeconds[network]) / 60));
}

/** A minimum as it is said in a sentence, without zeros at its end. */
export function shortMin(min: string | undefined, coin: Coin): string {
  return min === undefined ? '' : formatShortest(parseAmount(min, coin), ledgerScale(coin));
}

/** Whether something will still happen to it by itself. */
export function isUnderWay({ status }: Deposit): boolean {
  return status === 'SEEN' || status === 'CONFIRMING';
}

/** An address in groups of four; `0x` stands for itself. */
export function groupsOf(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : '';
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? [];
  return prefix ? [prefix, ...groups] : groups;
}

/** What is said below the amount, after its time. */
export function noteOf({ status, confirmations, needed, network, coin }: Deposit, min: string): string | null {
  switch (status) {
    case 'SEEN':
    case 'CONFIRMING':
      return words.arrivesIn(minutesOf(needed - confirmations, network));
    case 'BELOW_MINIMUM':
      return min === '' ? null : words.sumNeeded(min, coin);
    case 'ORPHANED':
      return words.orphaned;
    case 'CREDITED':
      return null;
  }
}
