// Covers days without a record, which a chart draws as nothing instead of leaving them out.
import { expect, it } from 'vitest';
import { dailyValues } from './daily-values.ts';

it('gives the dates between two records, in any order, nothing', () => {
  const records = [
    { date: '2026-03-02', value: 5n },
    { date: '2026-02-27', value: 7n },
  ];
  expect(dailyValues(records, 0n)).toEqual([
    { date: '2026-02-27', value: 7n },
    { date: '2026-02-28', value: 0n },
    { date: '2026-03-01', value: 0n },
    { date: '2026-03-02', value: 5n },
  ]);
});

it('goes on to the latest closed date, and is empty without a record', () => {
  expect(dailyValues([{ date: '2026-02-27', value: 7n }], 0n, '2026-02-28')).toHaveLength(2);
  expect(dailyValues([], 0n, '2026-02-28')).toEqual([]);
});
