// Covers today's estimate: it grows at the server's rate, independent of the phone's clock, and ends with the mining date.
import { describe, expect, it } from 'vitest';
import { estimateAfter, msLeftOfMiningDay } from './todays-estimate.ts';

const estimate = {
  coin: 'BTC',
  amount: '0.00023710',
  perSecond: '0.000000004840046296',
  at: '2026-11-20T14:00:00.000Z',
} as const;

describe('estimateAfter', () => {
  it('starts with the figure of the response', () => {
    expect(estimateAfter(estimate, 0)).toBe(23_710n);
    expect(estimateAfter(estimate, -5000)).toBe(23_710n);
  });

  it('rounds towards zero', () => {
    expect(estimateAfter(estimate, 2066)).toBe(23_710n);
    expect(estimateAfter(estimate, 2067)).toBe(23_711n);
    expect(estimateAfter(estimate, 3_600_000)).toBe(23_710n + 1742n);
  });

  it('stops at the end of the mining date', () => {
    expect(msLeftOfMiningDay(estimate.at)).toBe(36_000_000);
    const atMidnight = estimateAfter(estimate, 36_000_000);
    expect(atMidnight).toBe(23_710n + 17_424n);
    expect(estimateAfter(estimate, 90_000_000)).toBe(atMidnight);
  });
});
