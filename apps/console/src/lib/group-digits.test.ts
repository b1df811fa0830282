// Proves that digits stand in groups of three before the point, and never behind it or beside the sign.
import { expect, it } from 'vitest';
import { groupDigits } from './group-digits.ts';

it.each([
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567', '1,234,567'],
  ['500000.000000', '500,000.000000'],
  ['0.00310442', '0.00310442'],
  ['−123', '−123'],
  ['−1234.5', '−1,234.5'],
])('%s', (decimal, text) => {
  expect(groupDigits(decimal)).toBe(text);
});
