/** Proves that the reminder grows plainer as the days of electricity run out. */
import { describe, expect, it } from 'vitest';
import { reminderContent, reminderLevel } from './electricity-reminder.ts';

const dailyFee = 6_552_000n;

describe('reminder', () => {
  const at = (days: number, owed = 0n, stopped = 0) => {
    const outlook = { available: BigInt(days) * dailyFee, owed, stopped, daysLeft: days };
    return { level: reminderLevel(outlook), content: reminderContent(outlook) };
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
    expect(at(30, 1n)).toMatchObject({ level: 'ARREAR', content: expect.stringContaining('已欠电费 0.01 USDT') });
    expect(at(0, 12_345_678n).content).toContain('已欠电费 12.35 USDT');
    expect(at(0, 1_234_567_890_000n).content).toContain('已欠电费 1,234,567.89 USDT');
  });

  it('threatens with a stop only until machines have stopped, then counts them', () => {
    expect(at(0, 1n).content).toContain('矿机将因欠费停机');
    expect(at(0, 1n, 2).content).toContain('2 台矿机已停机');
    expect(at(0, 1n, 2).content).not.toContain('将因');
  });
});
