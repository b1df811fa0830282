// Covers grouping by date, the requested range, and totals.
import { describe, expect, it } from 'vitest';
import { boundsOf, dayBefore, parseRange, writeRange } from './date-range.ts';
import { groupByDay, hoursOf } from './output.ts';
import { totalOfDays, totalOfList } from './range-total.ts';
import { output, outputs } from './testing/output-responses.ts';

describe('groupByDay', () => {
  it('groups rows by date and adds them up', () => {
    const days = groupByDay(outputs(), true);
    expect(days.map(({ date, outputs: rows }) => [date, rows.length])).toEqual([
      ['2026-11-19', 3],
      ['2026-11-18', 2],
    ]);
    expect(days[0]?.total).toBe(4732n + 6713n);
  });

  it('omits the total of a date that may continue on the next page', () => {
    const days = groupByDay(outputs(), false);
    expect(days[0]?.total).not.toBeNull();
    expect(days[1]?.total).toBeNull();
    expect(groupByDay([], true)).toEqual([]);
  });
});

describe('hoursOf', () => {
  it('truncates to a tenth of an hour', () => {
    expect(hoursOf(86_400)).toBe('24');
    expect(hoursOf(84_240)).toBe('23.4');
    expect(hoursOf(359)).toBe('0');
    expect(hoursOf(86_399)).toBe('23.9');
  });
});

describe('the date range', () => {
  it('counts back from the latest closed date, inclusive', () => {
    expect(boundsOf({ kind: '7' }, '2026-11-19')).toEqual({ from: '2026-11-13', to: '2026-11-19' });
    expect(boundsOf({ kind: '30' }, '2026-11-19')).toEqual({ from: '2026-10-21', to: '2026-11-19' });
    expect(boundsOf({ kind: '90' }, '2026-11-19').from).toBe('2026-08-22');
    expect(boundsOf({ kind: 'all' }, '2026-11-19')).toEqual({});
    expect(boundsOf({ kind: '30' }, null)).toEqual({});
    expect(dayBefore('2028-03-01', 1)).toBe('2028-02-29');
  });

  it('is kept in the address; invalid values are the last 30 days', () => {
    for (const text of ['7', '30', '90', 'all', '2026-01-01~2026-01-31']) {
      expect(writeRange(parseRange(text))).toBe(text);
    }
    for (const text of [null, '', '31', '2026-02-01~2026-01-01', '2026-01-01~', '<script>']) {
      expect(parseRange(text)).toEqual({ kind: '30' });
    }
  });
});

describe('totals', () => {
  const days = [
    { date: '2026-11-17', amount: '0.00000005' },
    { date: '2026-11-18', amount: '0.00000003' },
    { date: '2026-11-19', amount: '0.00000004' },
  ];

  it('include the dates within the bounds and truncate the average', () => {
    expect(totalOfDays(days, 'BTC', { from: '2026-11-18', to: '2026-11-19' })).toEqual({ net: 7n, perDay: 3n });
    expect(totalOfDays(days, 'BTC', {})).toEqual({ net: 12n, perDay: 4n });
    expect(totalOfDays([], 'BTC', {})).toEqual({ net: 0n, perDay: null });
  });

  it('count a date once, however many machines it has', () => {
    expect(totalOfList([output(), output({ id: '502' })])).toEqual({ net: 9464n, perDay: 9464n });
  });
});
