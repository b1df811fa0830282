import type { Data } from '@lode/contract';
import type { Display } from '../../lib/withdrawal-display.ts';

export type Withdrawal = Data<'withdrawPage'>['records'][number];
export type WithdrawCoin = Withdrawal['coin'];
export type Network = Withdrawal['network'];
/** Limits, fee and arrival that apply now. */
export type Quote = Data<'withdrawTerms'>;

export const withdrawCoins = ['BTC', 'USDT'] as const satisfies WithdrawCoin[];
export const displays = ['PROCESSING', 'SUCCESS', 'FAILED'] as const satisfies Display[];

export const defaultNetwork: Record<WithdrawCoin, Network> = { BTC: 'BITCOIN', USDT: 'ERC20' };

export function coinOf(text: string | null): WithdrawCoin {
  return text === 'USDT' ? 'USDT' : 'BTC';
}
