import { demoDestinations } from './demo-withdrawals.ts';

/** Where customer 1 sends USDT to: addresses without a known key. */
const address = (byte: string): string => byte.repeat(20);
export const usdtDestinations = {
  own: address('a1'),
  exchange: address('b2'),
  /** The demo's screening gives no answer about it, by rule. */
  unanswered: address('c3'),
} as const;
export const demoUnansweredKeys: readonly string[] = [demoDestinations.unanswered, usdtDestinations.unanswered];

/** All of it is one customer's: the lists of the others stay empty for a visitor who tries USDT with them. */
export const usdtCustomer = '13800000001';

export interface UsdtDeposit {
  /** No other deposit of USDT of this customer has the same: it is known by it. */
  microUsdt: bigint;
  stage: 'CREDITED' | 'BELOW_MINIMUM';
}

export const usdtDeposits: readonly UsdtDeposit[] = [
  { microUsdt: 200_000_000n, stage: 'CREDITED' },
  { microUsdt: 120_000_000n, stage: 'CREDITED' },
  { microUsdt: 400_000n, stage: 'BELOW_MINIMUM' },
];

export interface UsdtWithdrawal {
  /** Of the request: the same one again is the same withdrawal. */
  name: string;
  /** Gross, in USDT. All of them are less than what was paid in. */
  amount: string;
  to: keyof typeof usdtDestinations;
  /** Left to the visitor of the demo: its staff do not review it. */
  isLeft?: boolean;
  /** Approved when all others have gone as far as they go: for half a minute it is in payment. */
  comesLast?: boolean;
}

export const usdtWithdrawals: readonly UsdtWithdrawal[] = [
  { name: 'usdt paid', amount: '60', to: 'own' },
  { name: 'usdt unanswered', amount: '45', to: 'unanswered' },
  { name: 'usdt waiting', amount: '30', to: 'exchange', isLeft: true },
  { name: 'usdt in payment', amount: '80', to: 'exchange', comesLast: true },
];
