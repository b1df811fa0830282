// Amounts as the look of the product shows them: USDT with two decimals, rounded downwards, other coins whole.
import { expect, it } from 'vitest';
import { shownAmount, shownDebit } from './shown-amount.ts';

it.each([
  ['6.559999', 'USDT', '6.55'],
  ['0.000001', 'USDT', '0.00'],
  ['-2.311000', 'USDT', '-2.32'],
  ['-2.320000', 'USDT', '-2.32'],
  ['-0.000001', 'USDT', '-0.01'],
  ['123456789012345.678900', 'USDT', '123456789012345.67'],
  ['0.00004732', 'BTC', '0.00004732'],
])('%s %s is %s', (value, coin, shown) => {
  expect(shownAmount(value, coin)).toBe(shown);
});

it.each([
  ['7.255001', 'USDT', '7.26'],
  ['7.250000', 'USDT', '7.25'],
  ['0.000000', 'USDT', '0.00'],
  ['-2.319999', 'USDT', '-2.31'],
  ['0.00004732', 'BTC', '0.00004732'],
])('%s %s that is owed is %s', (value, coin, shown) => {
  expect(shownDebit(value, coin)).toBe(shown);
});
