// Covers how many days of interest a fund is good for when something is paid into it.
import { expect, it } from 'vitest';
import { coverDays } from './cover-days.ts';

const fund = { coin: 'USDT', fund: '100.000000', owed: '0.000000', dailyInterest: '42.000000' } as const;

it.each([
  [{}, '0.000000', 2],
  [{}, '26.000000', 3],
  [{ owed: '120.000000' }, '10.000000', 0],
  [{ owed: '120.000000' }, '62.000000', 1],
  [{ dailyInterest: '0.000001' }, '1.000000', 99_999],
  [{ dailyInterest: '0.000000' }, '1.000000', null],
])('with %o and %s paid in: %s', (given, paidIn, days) => {
  expect(coverDays({ ...fund, ...given, paidIn })).toBe(days);
});
