/** Rates stay between floor and cap, the tip never exceeds the whole, and a replacement is one that nodes take. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeRateOf, replacementRate } from './fees.ts';

const bounds = { floor: 10n ** 8n, cap: 300n * 10n ** 9n };
const wei = fc.bigInt(0n, 10n ** 13n);

describe('the rate of now', () => {
  it('is twice the next base fee and the median tip', () => {
    expect(feeRateOf(20_000_000_000n, [10n ** 9n, 3n * 10n ** 9n, 2n * 10n ** 9n], bounds)).toEqual({
      unit: 'WEI_PER_GAS',
      maxFee: 42_000_000_000n,
      maxPriorityFee: 2_000_000_000n,
    });
  });

  it('keeps to floor and cap, whatever the node says', () => {
    fc.assert(
      fc.property(wei, fc.array(wei, { maxLength: 12 }), (base, tips) => {
        const { maxFee, maxPriorityFee } = feeRateOf(base, tips, bounds);
        expect(maxFee >= bounds.floor && maxFee <= bounds.cap && maxPriorityFee <= maxFee && maxPriorityFee > 0n).toBe(
          true,
        );
      }),
    );
  });
});

describe('a replacement', () => {
  it('raises both numbers by a tenth at least, or there is none', () => {
    const rate = fc.record({ maxFee: fc.bigInt(1n, bounds.cap * 2n), maxPriorityFee: fc.bigInt(1n, bounds.cap) });
    fc.assert(
      fc.property(rate, rate, (previous, wanted) => {
        const found = replacementRate({ unit: 'WEI_PER_GAS', ...previous }, { unit: 'WEI_PER_GAS', ...wanted }, bounds);
        if (!found) return;
        expect(wanted.maxFee > previous.maxFee && found.maxFee >= wanted.maxFee && found.maxFee <= bounds.cap).toBe(
          true,
        );
        expect(found.maxFee * 10n >= previous.maxFee * 11n).toBe(true);
        expect(found.maxPriorityFee * 10n >= previous.maxPriorityFee * 11n).toBe(true);
        expect(found.maxPriorityFee <= found.maxFee).toBe(true);
      }),
    );
  });

  it('is not made for a rate that is no higher, nor beyond the cap', () => {
    const previous = { unit: 'WEI_PER_GAS', maxFee: 280n * 10n ** 9n, maxPriorityFee: 1n } as const;
    expect(replacementRate(previous, previous, bounds)).toBeNull();
    expect(replacementRate(previous, { ...previous, maxFee: previous.maxFee + 1n }, bounds)).toBeNull();
  });
});
