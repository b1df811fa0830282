// Proves that what a node says twice is one payment, and that coins numbered alike are not.
import { expect, it } from 'vitest';
import { toldOnce } from './told-once.ts';

const payment = (coin: string, amount: bigint, index = 0) => ({ txid: '0xa', index, coin, amount });

it('keeps what was said last of an output', () => {
  expect(toldOnce([payment('BTC', 1n), payment('BTC', 2n), payment('BTC', 3n, 1)])).toEqual([
    payment('BTC', 2n),
    payment('BTC', 3n, 1),
  ]);
});

it('keeps ether and a token of one transaction, which are each numbered from nought', () => {
  const both = [payment('ETH', 1n), payment('USDT', 2n)];
  expect(toldOnce(both)).toEqual(both);
});
