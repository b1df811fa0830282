// A line that can never be right is refused before the database hears of it.
import { describe, expect, it } from 'vitest';
import { customerAccount, houseAccount } from './accounts.ts';
import { MalformedPosting } from './errors.ts';
import { assertPostings, type Posting } from './posting.ts';

const output = customerAccount(1n, 'OUTPUT_ACCOUNT', 'BTC');
const good: Posting = {
  from: houseAccount('CUSTODY', 'BTC'),
  to: output,
  type: 'RECHARGE_BTC',
  amount: 1n,
  date: '2026-11-20',
};

describe('a posting', () => {
  it('may move any amount between two accounts of one coin and one customer', () => {
    expect(() => assertPostings([good, { ...good, amount: 2n ** 63n - 1n }])).not.toThrow();
    expect(() =>
      assertPostings([{ ...good, from: output, to: customerAccount(1n, 'COIN_UP_ACCOUNT', 'BTC') }]),
    ).not.toThrow();
  });

  it.each<[string, Partial<Posting>]>([
    ['no amount', { amount: 0n }],
    ['a negative amount', { amount: -1n }],
    ['more than the database can hold', { amount: 2n ** 63n }],
    ['one account on both sides', { from: output }],
    ['two coins', { from: houseAccount('CUSTODY', 'USDT') }],
    ['two customers', { from: customerAccount(2n, 'OUTPUT_ACCOUNT', 'BTC') }],
    ['an account that does not exist', { to: 112n }],
    ['a house account that does not exist', { from: -15n }],
  ])('is refused with %s', (_flaw, change) => {
    expect(() => assertPostings([good, { ...good, ...change }])).toThrow(MalformedPosting);
  });

  it('is needed: a transfer without one is refused', () => {
    expect(() => assertPostings([])).toThrow(MalformedPosting);
  });
});
