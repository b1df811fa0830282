/** Proves the arithmetic of the days left and that the reminder grows plainer as they run out. */
import { describe, expect, it } from 'vitest';
import { type ElectricityFigures, electricityOutlook, reminderContent, reminderLevel } from './electricity-reminder.ts';

const fees = (...amounts: bigint[]) =>
  amounts.map((fee, i) => ({ date: `2026-03-${String(i + 1).padStart(2, '0')}`, fee }));
const figures = (available: bigint, days = fees(6_552_000n), owed = 0n, stopped = 0): ElectricityFigures => ({
  available,
  owed,
  stopped,
  days,
});
const daysLeft = (of: ElectricityFigures) => electricityOutlook(of).daysLeft;

describe('electricityOutlook', () => {
  it('counts whole days at the mean of the last seven closed days', () => {
    expect(electricityOutlook(figures(65_520_000n, fees(1n, 1n, 1n, ...Array(7).fill(6_552_000n))))).toEqual({
      dailyFee: 6_552_000n,
      daysLeft: 10,
    });
    expect(daysLeft(figures(65_519_999n))).toBe(9);
    expect(daysLeft(figures(0n))).toBe(0);
  });

  it('takes fewer days where there are fewer, idle ones included', () => {
    expect(electricityOutlook(figures(100n, fees(10n, 0n)))).toEqual({ dailyFee: 5n, daysLeft: 20 });
  });

  it('does not let a mean that was rounded down make the balance last longer', () => {
    // 10 / 3 = 3.33…; at 3 a day ten would last three days and a bit, at 3.33… exactly three, and 9 not quite.
    expect(daysLeft(figures(10n, fees(3n, 3n, 4n)))).toBe(3);
    expect(daysLeft(figures(9n, fees(3n, 3n, 4n)))).toBe(2);
  });

  it('knows no days without fees', () => {
    expect(electricityOutlook(figures(5n, []))).toEqual({ dailyFee: 0n, daysLeft: null });
    expect(electricityOutlook(figures(5n, fees(0n, 0n)))).toEqual({ dailyFee: 0n, daysLeft: null });
  });
});

describe('reminder', () => {
  const at = (days: number, owed = 0n, stopped = 0) => {
    const of = figures(BigInt(days) * 6_552_000n, undefined, owed, stopped);
    const outlook = electricityOutlook(of);
    return { level: reminderLevel(of, outlook), content: reminderContent(of, outlook) };
  };

  it('is silent above seven days, and has three strengths below', () => {
    expect([9, 8, 7, 4, 3, 2, 1, 0].map((days) => at(days).level)).toEqual([
      'NONE',
      'NONE',
      'LOW',
      'LOW',
      'LOW',
      'LOW',
      'LOW',
      'LOW',
    ]);
    expect(at(7).content).toContain('请留意充值');
    expect(at(4).content).toContain('请留意充值');
    expect(at(3).content).toContain('请尽快充值');
    expect(at(2).content).toContain('仅够 2 天');
    expect(at(1).content).toContain('请立即充值');
    expect(at(0).content).toContain('请立即充值');
  });

  it('says what is owed whatever is left', () => {
    expect(at(30, 1n)).toMatchObject({ level: 'ARREAR', content: expect.stringContaining('已欠电费 0.00 USDT') });
    expect(at(0, 12_345_678n).content).toContain('已欠电费 12.34 USDT');
    expect(at(0, 1_234_567_890_000n).content).toContain('已欠电费 1,234,567.89 USDT');
  });

  it('threatens with a stop only until machines have stopped, then counts them', () => {
    expect(at(0, 1n).content).toContain('矿机将因欠费停机');
    expect(at(0, 1n, 2).content).toContain('2 台矿机已因欠费停机');
    expect(at(0, 1n, 2).content).not.toContain('将因');
  });
});
