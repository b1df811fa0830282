// Covers the month of a machine: order, each day at its own price, totals rounded once, and the distance of the price from break-even.
import { describe, expect, it } from 'vitest';
import { breakEvenDistance, breakEvenWithHosting } from './break-even-distance.ts';
import { monthOf } from './month.ts';
import { earningDays, machineDetail } from './testing/machine-responses.ts';

describe('monthOf', () => {
  it('reverses the days and adds them up', () => {
    const month = monthOf(machineDetail(), earningDays());
    expect(month.outputs).toHaveLength(30);
    expect(month.outputs[0]?.date).toBe('2026-10-21');
    expect(month.outputs.at(-1)).toEqual({ date: '2026-11-19', value: 4732n });
    expect(month.totalOutput).toBe(month.outputs.reduce((sum, { value }) => sum + value, 0n));
    expect(month.totalFee).toBe(28n * 4_219_152n + 2_930_000n + 2_860_000n);
    expect(month.valued?.days.map(({ date }) => date)).toEqual(month.outputs.map(({ date }) => date));
    expect(month.valued?.electricity).toBe(month.totalFee);
  });

  const last30 = [
    { date: '2026-11-18', output: '0.00000001', fee: '0.000000' },
    { date: '2026-11-19', output: '0.00000001', fee: '0.000000' },
  ];
  const priced = (priceUsdt: string | null) => [{ coin: 'BTC' as const, amount: '0.00000001', priceUsdt }];

  it('values each day at its own price and the exact total once, less hosting', () => {
    const days = earningDays(1n, {
      '2026-11-18': {
        outputs: priced('150.00005'),
        outputUsdt: '0.000001',
        electricity: '0.000000',
        hosting: '0.000002',
      },
      '2026-11-19': { outputs: priced('250.00005'), outputUsdt: '0.000002', electricity: '0.000000' },
    });
    const month = monthOf(machineDetail({ last30 }), days);
    expect(month.valued?.days.map((day) => day.output)).toEqual([1n, 2n]);
    expect(month.valued?.totalValue).toBe(4n);
    expect(month.valued).toMatchObject({ hosting: 2n, electricity: 0n });
  });

  it('keeps the coin where a day with output has no price, or earnings are not known', () => {
    const noOutput = [{ coin: 'DOGE' as const, amount: '0.00000000', priceUsdt: null }];
    const days = (outputs: typeof noOutput | ReturnType<typeof priced>) =>
      earningDays(1n, { '2026-11-18': { outputs } });
    expect(monthOf(machineDetail(), null).valued).toBeNull();
    expect(monthOf(machineDetail(), days(priced(null))).valued).toBeNull();
    expect(monthOf(machineDetail(), days(noOutput)).valued).not.toBeNull();
  });

  it('is empty for a machine without a closed date', () => {
    expect(monthOf(machineDetail({ last30: [] }), earningDays())).toMatchObject({
      outputs: [],
      totalOutput: 0n,
      totalFee: 0n,
      valued: null,
    });
  });
});

it('the break-even price with hosting pays a day’s part of a year’s fees, rounded up', () => {
  // A fee of 2 a day and of 1 a day for hosting: half as much again.
  expect(breakEvenWithHosting(4_000_000_000n, 2_000_000n, 30_416_666n)).toBe(5_999_999_957n);
  expect(breakEvenWithHosting(7n, 3n, 0n)).toBe(7n);
});

describe('breakEvenDistance', () => {
  it('is the margin above break-even, then the shortfall below it, truncated to 0.1 %', () => {
    expect(breakEvenDistance(89_176_830_000n, 117_842_500_000n)).toEqual({ isAbove: true, percent: '24.3' });
    expect(breakEvenDistance(100n, 50n)).toEqual({ isAbove: false, percent: '50.0' });
    expect(breakEvenDistance(100n, 100n)).toEqual({ isAbove: true, percent: '0.0' });
    expect(breakEvenDistance(0n, 0n)).toEqual({ isAbove: true, percent: '0.0' });
  });
});
