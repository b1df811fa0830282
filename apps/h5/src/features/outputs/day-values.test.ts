// Covers what outputs were worth: each date at its own price, a range as its dates add up, and nothing where a price is missing.
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../testing/responses.ts';
import { valueOn, valueWithin } from './day-values.ts';
import { dogeDaysOf, worthOfAll } from './doge-days.ts';

const day = (date: string, amount: string, priceUsdt: string | null) => ({
  date,
  outputs: [{ coin: 'BTC' as const, amount, priceUsdt }],
  outputUsdt: '0.000000',
  electricity: '0.000000',
  hosting: '0.000000',
  netUsdt: '0.000000',
});
const records = [
  day('2026-11-19', '0.00000001', '150.00005'),
  day('2026-11-18', '0.00000001', '250.00005'),
  day('2026-11-17', '0.00000000', null),
];

describe('a date', () => {
  it('is valued at its own price', () => {
    expect(valueOn(pageOf(records), '2026-11-18', 100_000_000n, 'BTC')).toBe(250_000_050n);
  });

  it('is not valued without one', () => {
    expect(valueOn(pageOf(records), '2026-11-17', 1n, 'BTC')).toBeNull();
    expect(valueOn(pageOf(records), '2026-11-16', 1n, 'BTC')).toBeNull();
    expect(valueOn(pageOf(records), '2026-11-18', 1n, 'DOGE')).toBeNull();
    expect(valueOn(undefined, '2026-11-18', 1n, 'BTC')).toBeNull();
  });
});

describe('a range', () => {
  it('is the sum of what its dates show, as it is on the page of DOGE', () => {
    // 1.5000005 and 2.5000005 millionths: of each date 1 and 2 are shown.
    const shown = ['2026-11-19', '2026-11-18'].map((date) => valueOn(pageOf(records), date, 1n, 'BTC') ?? 0n);
    expect(shown).toEqual([1n, 2n]);
    expect(valueWithin(pageOf(records), 'BTC', {})).toBe(3n);
    const ofDoge = records.map((one) => ({
      ...one,
      outputs: one.outputs.map((part) => ({ ...part, coin: 'DOGE' as const })),
    }));
    expect(worthOfAll(dogeDaysOf(ofDoge))).toBe(valueWithin(pageOf(ofDoge), 'DOGE', {}));
    expect(valueWithin(pageOf(records), 'BTC', { from: '2026-11-18', to: '2026-11-18' })).toBe(2n);
    expect(valueWithin(pageOf(records), 'BTC', { from: '2026-11-01', to: '2026-11-18' })).toBe(2n);
  });

  it('is not valued where a date is not known, or has output and no price', () => {
    expect(valueWithin(pageOf(records, 'more'), 'BTC', { from: '2026-11-16' })).toBeNull();
    expect(valueWithin(pageOf(records, 'more'), 'BTC', {})).toBeNull();
    expect(valueWithin(pageOf(records, 'more'), 'BTC', { from: '2026-11-17' })).toBe(3n);
    expect(valueWithin(pageOf([...records, day('2026-11-16', '1.00000000', null)]), 'BTC', {})).toBeNull();
    expect(valueWithin(undefined, 'BTC', {})).toBeNull();
  });
});
