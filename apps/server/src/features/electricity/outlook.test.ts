/** Proves the arithmetic of the days of electricity that a balance lasts. */
import { describe, expect, it } from 'vitest';
import { daysLeftOf } from './outlook.ts';

const figures = (available: bigint, ...fees: bigint[]) => ({
  available,
  days: fees.map((fee, i) => ({ date: `2026-03-${String(i + 1).padStart(2, '0')}`, fee })),
});
const daysLeft = (of: ReturnType<typeof figures>) => daysLeftOf(of).daysLeft;

describe('daysLeftOf', () => {
  it('counts whole days at the mean of the last seven closed days', () => {
    expect(daysLeftOf(figures(65_520_000n, 1n, 1n, 1n, ...Array<bigint>(7).fill(6_552_000n)))).toEqual({
      dailyFee: 6_552_000n,
      daysLeft: 10,
    });
    expect(daysLeft(figures(65_519_999n, 6_552_000n))).toBe(9);
    expect(daysLeft(figures(0n, 6_552_000n))).toBe(0);
  });

  it('takes fewer days where there are fewer, idle ones included', () => {
    expect(daysLeftOf(figures(100n, 10n, 0n))).toEqual({ dailyFee: 5n, daysLeft: 20 });
  });

  it('does not let a mean that was rounded down make the balance last longer', () => {
    // 10 / 3 = 3.33…; at 3 a day ten would last three days and a bit, at 3.33… exactly three, and 9 not quite.
    expect(daysLeft(figures(10n, 3n, 3n, 4n))).toBe(3);
    expect(daysLeft(figures(9n, 3n, 3n, 4n))).toBe(2);
  });

  it('has no days left to count without fees', () => {
    expect(daysLeftOf(figures(5n))).toEqual({ dailyFee: 0n, daysLeft: null });
    expect(daysLeftOf(figures(5n, 0n, 0n))).toEqual({ dailyFee: 0n, daysLeft: null });
  });
});
