// Covers an amount as it is typed: shown in the decimals of its coin, and left to the server where no ledger holds it.
import { expect, it } from 'vitest';
import { wholeAmount } from './amount-rule.ts';

it.each([
  [' 0.05 ', 'BTC', '0.05000000'],
  ['1000', 'USDT', '1000.000000'],
  ['999999999999', 'BTC', '999999999999'],
] as const)('%s %s is %s', (typed, coin, amount) => {
  expect(wholeAmount(typed, coin)).toBe(amount);
});
