import { describe, expect, it } from 'vitest';
import { electricityAfter } from './electricity-after.ts';

describe('electricityAfter', () => {
  const electricity = { available: '214.860000', dailyFee: '35.060000' };

  it('is the balance left, once it lasts less than three days [area:electricity]', () => {
    expect(electricityAfter(150_000_000n, electricity)).toEqual({ left: 64_860_000n, days: 1n });
    expect(electricityAfter(109_680_001n, electricity)).toEqual({ left: 105_179_999n, days: 2n });
    expect(electricityAfter(109_680_000n, electricity)).toBeNull();
  });

  it('is null without a daily fee, or when the amount exceeds the balance', () => {
    expect(electricityAfter(150_000_000n, { ...electricity, dailyFee: '0.000000' })).toBeNull();
    expect(electricityAfter(214_860_001n, electricity)).toBeNull();
  });
});
