// An amount stands in every text for a customer as elsewhere: all digits of the ledger but its last zeros, of USDT at least two.
import { expect, it } from 'vitest';
import { describeEvent, subjectOf } from './texts.zh.ts';

it.each([
  ['30.000000', 'USDT', '30.00 USDT'],
  ['7.835520', 'USDT', '7.83552 USDT'],
  ['0.10000000', 'BTC', '0.10000000 BTC'],
  // Not of the ledger: it spoils no page.
  ['all', 'USDT', 'all USDT'],
  ['1.000000', 'LTC', '1.000000 LTC'],
])('%s %s is %s', (amount, coin, text) => {
  expect(describeEvent('WITHDRAWAL_PAID', { amount, coin })).toBe(`提现 ${text} 已到账。`);
  expect(subjectOf({ kind: 'WITHDRAWAL_PAID', detail: { amount, coin } })).toBe(text);
});

it('an event without an amount has none in its subject', () => {
  expect(subjectOf({ kind: 'ADDRESS_ADDED', detail: { coin: 'USDT', addressEnd: 'abc123' } })).toBe('USDT …abc123');
});
