// Proves that an output that a node lists twice is one payment, and that outputs of two coins with the same number are two.
import { expect, it } from 'vitest';
import { dedupeByOutpoint } from './dedupe-by-outpoint.ts';

const payment = (coin: string, amount: bigint, index = 0) => ({ txid: '0xa', index, coin, amount });

it('keeps the last version of an output', () => {
  expect(dedupeByOutpoint([payment('BTC', 1n), payment('BTC', 2n), payment('BTC', 3n, 1)])).toEqual([
    payment('BTC', 2n),
    payment('BTC', 3n, 1),
  ]);
});

it('keeps ether and a token of one transaction, which are each numbered from nought', () => {
  const both = [payment('ETH', 1n), payment('USDT', 2n)];
  expect(dedupeByOutpoint(both)).toEqual(both);
});
