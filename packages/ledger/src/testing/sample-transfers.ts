import { type CustomerAccount, customerAccount, houseAccount } from '../core/accounts.ts';
import type { Transfer } from '../postgres/post-transfer.ts';

export const day = '2026-11-20';
export const at = new Date('2026-11-20T06:00:00Z');

export const output = (customer: bigint) => customerAccount(customer, 'OUTPUT_ACCOUNT', 'BTC');
export const account = (customer: bigint, name: CustomerAccount) => customerAccount(customer, name, 'BTC');
export const pending = houseAccount('WITHDRAWAL_PENDING', 'BTC');

/** BTC from custody to a customer's output account. */
export function deposit(key: string, customer: bigint, amount: bigint): Transfer {
  return {
    key,
    input: { customer, amount },
    kind: 'deposit',
    businessDate: day,
    postedAt: at,
    postings: [{ from: houseAccount('CUSTODY', 'BTC'), to: output(customer), type: 'RECHARGE_BTC', amount, date: day }],
    answer: { credited: String(amount) },
  };
}

/** BTC from a customer's output account to the withdrawals under way. */
export function withdrawal(key: string, customer: bigint, amount: bigint): Transfer {
  return {
    key,
    input: { customer, amount },
    kind: 'withdrawal',
    businessDate: day,
    postedAt: at,
    postings: [{ from: output(customer), to: pending, type: 'WITHDRAW', amount, date: day }],
    answer: { z: 'first', a: String(amount) },
  };
}

/** BTC from a customer's output account to the savings: both sides are kept balances. */
export function subscription(key: string, customer: bigint, amount: bigint): Transfer {
  return {
    ...withdrawal(key, customer, amount),
    kind: 'subscription',
    postings: [
      { from: output(customer), to: account(customer, 'COIN_UP_ACCOUNT'), type: 'COIN_UP_IN_BTC', amount, date: day },
    ],
  };
}
