// Covers the grouping of records, which never shows a partial sum.
import { shanghaiDate } from '@lode/ui';
import { describe, expect, it } from 'vitest';
import { ledgerRecord, ledgerResponse } from '../testing/responses.ts';
import { recordMonths } from './record-months.ts';

describe('recordMonths', () => {
  it('collapses a day’s machines by kind and coin, newest first, under their month [route:electric_record] [area:electricity]', () => {
    const [november, ...others] = recordMonths(ledgerResponse().records, false);
    expect(november?.month).toBe('2026-11');
    expect(others).toEqual([]);
    expect(november?.groups.map(({ records }) => shanghaiDate(records[0]?.time ?? ''))).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-15',
      '2026-11-08',
      '2026-11-01',
    ]);
    expect(november?.groups.slice(0, 2)).toMatchObject([
      { type: 'ELE_CONSUME_USDT', coin: 'USDT', amount: -35_060_000n, kwh: '672' },
      { type: 'ELE_CONSUME_BTC', coin: 'BTC', amount: -29_888n },
    ]);
    expect(november?.groups[0]?.records).toHaveLength(8);
  });

  it('starts a month at midnight in Shanghai', () => {
    const at = (id: string, time: string) => ledgerRecord({ id, time, machineNo: null });
    const months = recordMonths([at('b', '2026-10-31T16:00:00.000Z'), at('a', '2026-10-31T15:59:59.000Z')], false);
    expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-10']);
  });

  it('keeps other records separate, even in the same minute', () => {
    const feedback = { type: 'DAILY_PROFIT_FEEDBACK', machineNo: null, kwh: null } as const;
    const records = [ledgerRecord({ ...feedback, id: 'a' }), ledgerRecord({ ...feedback, id: 'b' })];
    expect(recordMonths(records, false)[0]?.groups).toHaveLength(2);
  });

  it('separates mining dates that were posted together', () => {
    const records = [ledgerRecord({ id: 'a', date: '2026-11-19' }), ledgerRecord({ id: 'b', date: '2026-11-18' })];
    expect(recordMonths(records, false)[0]?.groups).toHaveLength(2);
  });

  it('leaves out groups that may continue on the next page, or their sum where there is nothing else', () => {
    const later = ledgerRecord({ id: 'z', time: '2026-11-21T06:00:00.000Z', date: '2026-11-20' });
    const records = [
      later,
      ledgerRecord({ id: 'a' }),
      ledgerRecord({ id: 'b', coin: 'BTC', type: 'ELE_CONSUME_BTC', amount: '-0.00000001' }),
    ];
    const amounts = (hasMore: boolean) =>
      recordMonths(records, hasMore).flatMap((month) => month.groups.map((g) => g.amount));
    expect(amounts(true)).toEqual([-6_552_000n]);
    const alone = recordMonths(records.slice(1, 2), true).flatMap((month) => month.groups.map((g) => g.amount));
    expect(alone).toEqual([null]);
    expect(amounts(false)).toEqual([-6_552_000n, -6_552_000n, -1n]);
  });

  it('adds up energy exactly, and only when all of it is known', () => {
    const records = [ledgerRecord({ id: 'a', kwh: '0.1' }), ledgerRecord({ id: 'b', kwh: '0.2' })];
    expect(recordMonths(records, false)[0]?.groups[0]?.kwh).toBe('0.3');
    records.push(ledgerRecord({ id: 'c', kwh: null }));
    expect(recordMonths(records, false)[0]?.groups[0]?.kwh).toBeNull();
  });
});
