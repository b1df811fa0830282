// Covers what outputs were worth: each date at its own price, rounded once, and nothing where a price is missing.
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../testing/responses.ts';
import { valueOn, valueWithin } from './day-values.ts';

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
  it('is the exact sum, rounded once', () => {
    // 1.5000005 and 2.5000005 millionths.
    expect(valueWithin(pageOf(records), 'BTC', {})).toBe(4n);
    expect(valueWithin(pageOf(records), 'BTC', { from: '2026-11-18', to: '2026-11-18' })).toBe(2n);
    expect(valueWithin(pageOf(records), 'BTC', { from: '2026-11-01', to: '2026-11-18' })).toBe(2n);
  });

  it('is not valued where a date is not known, or has output and no price', () => {
    expect(valueWithin(pageOf(records, 'more'), 'BTC', { from: '2026-11-16' })).toBeNull();
    expect(valueWithin(pageOf(records, 'more'), 'BTC', {})).toBeNull();
    expect(valueWithin(pageOf(records, 'more'), 'BTC', { from: '2026-11-17' })).toBe(4n);
    expect(valueWithin(pageOf([...records, day('2026-11-16', '1.00000000', null)]), 'BTC', {})).toBeNull();
    expect(valueWithin(undefined, 'BTC', {})).toBeNull();
  });
});
