// Covers the month of a machine: order, totals rounded once, and the distance of the price from break-even.
import { describe, expect, it } from 'vitest';
import { breakEvenDistance } from './break-even-distance.ts';
import { monthOf } from './month.ts';
import { machineDetail } from './testing/machine-responses.ts';

const price = 117_842_300_000n;

describe('monthOf', () => {
  it('reverses the days and adds them up', () => {
    const month = monthOf(machineDetail(), price);
    expect(month.outputs).toHaveLength(30);
    expect(month.outputs[0]?.date).toBe('2026-10-21');
    expect(month.outputs.at(-1)).toEqual({ date: '2026-11-19', value: 4732n });
    expect(month.totalOutput).toBe(month.outputs.reduce((sum, { value }) => sum + value, 0n));
    expect(month.totalFee).toBe(28n * 4_219_152n + 2_930_000n + 2_860_000n);
  });

  it('values the exact total once, not the rounded days', () => {
    const last30 = [
      { date: '2026-11-18', output: '0.00000001', fee: '0.000000' },
      { date: '2026-11-19', output: '0.00000001', fee: '0.000000' },
    ];
    const month = monthOf(machineDetail({ last30 }), 150_000_050n);
    expect(month.valued?.days.map((day) => day.output)).toEqual([1n, 1n]);
    expect(month.valued?.totalValue).toBe(3n);
    expect(month.valued?.net).toBe(3n);
  });

  it('keeps the coin without a price', () => {
    expect(monthOf(machineDetail(), null).valued).toBeNull();
  });

  it('is empty for a machine without a closed date', () => {
    expect(monthOf(machineDetail({ last30: [] }), price)).toMatchObject({ outputs: [], totalOutput: 0n, totalFee: 0n });
  });
});

describe('breakEvenDistance', () => {
  it('is the margin above break-even, then the shortfall below it, truncated to 0.1 %', () => {
    expect(breakEvenDistance(89_176_830_000n, 117_842_500_000n)).toEqual({ isAbove: true, percent: '24.3' });
    expect(breakEvenDistance(100n, 50n)).toEqual({ isAbove: false, percent: '50.0' });
    expect(breakEvenDistance(100n, 100n)).toEqual({ isAbove: true, percent: '0.0' });
    expect(breakEvenDistance(0n, 0n)).toEqual({ isAbove: true, percent: '0.0' });
  });
});
