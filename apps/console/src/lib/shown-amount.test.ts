// Amounts as the look of the product shows them: USDT with two decimals, rounded downwards, other coins whole.
import { expect, it } from 'vitest';
import { amountText, moneyInText, moneyText, shownAmount, shownDebit } from './shown-amount.ts';

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

it.each([
  ['30.000000', '30.00'],
  ['100000.000000', '100,000.00'],
  ['3.148200', '3.1482'],
  ['-7.835520', '−7.83552'],
  ['0.00010000', '0.00010000'],
  ['1651.00', '1,651.00'],
])('writes every digit of %s without the last zeros of USDT: %s', (value, text) => {
  expect(amountText(value)).toBe(text);
});

it('shows one charge never smaller than it is, wherever it stands', () => {
  const charge = '3.148200';
  expect([shownDebit(charge, 'USDT'), shownAmount(`-${charge}`, 'USDT')]).toEqual(['3.15', '-3.15']);
  expect(moneyText(charge, 'USDT')).toBe('3.1482 USDT');
});

it.each([
  ['从自有资金付 1000.000000 USDT 给客户', '从自有资金付 1,000.00 USDT 给客户'],
  ['0.01000000 BTC，手续费 -7.250000 USDT', '0.01000000 BTC，手续费 −7.25 USDT'],
  ['1,000.00 USDT，0.060000 USDT/kWh', '1,000.00 USDT，0.06 USDT/kWh'],
  ['版本 1.2.34 与 10.000000 台', '版本 1.2.34 与 10.000000 台'],
])('writes the amounts of %s as everywhere', (given, text) => {
  expect(moneyInText(given)).toBe(text);
});
