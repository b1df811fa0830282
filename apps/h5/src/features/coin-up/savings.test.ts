// Covers the client's own estimates: a day's interest against exact fractions, and the electricity left after a
// subscription.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinOf, dailyInterest, missingToMinimum, ratesFrom } from './savings.ts';
import { apyResponse } from './testing/coin-up-responses.ts';

describe('ratesFrom', () => {
  it('reads the rates from the five response fields [entity:coin-up-rate]', () => {
    expect(ratesFrom(apyResponse())).toEqual({
      isEnableFunction: true,
      BTC: { min: '0.00100000', apy: '1.80' },
      USDT: { min: '100.000000', apy: '4.20' },
      announced: [],
    });
  });
});

describe('coinOf', () => {
  it('accepts the coins of COIN UP only', () => {
    expect(['BTC', 'USDT', 'DOGE', null].map(coinOf)).toEqual(['BTC', 'USDT', 'USDT', 'USDT']);
  });
});

describe('dailyInterest', () => {
  it('is principal times rate over 365, rounded down', () => {
    expect(dailyInterest(120_000_000n, '4.20')).toBe(13_808n);
    expect(dailyInterest(10_000_000n, '1.80')).toBe(493n);
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 60n), fc.nat({ max: 99_99 }), (principal, hundredths) => {
        const apy = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const exact = principal * BigInt(hundredths);
        const shown = dailyInterest(principal, apy);
        expect(shown * 3_650_000n <= exact && exact < (shown + 1n) * 3_650_000n).toBe(true);
      }),
    );
  });
});

describe('missingToMinimum', () => {
  it('is rounded up, and has what is owed on top where something is missing', () => {
    const low = { available: '14.861234', min: '100.000000' };
    expect(missingToMinimum('USDT', { ...low, owed: 0n })).toBe(85_140_000n);
    expect(missingToMinimum('USDT', { ...low, owed: 7_260_000n })).toBe(92_400_000n);
    expect(missingToMinimum('USDT', { available: '100.000000', min: '100.000000', owed: 7_260_000n })).toBe(0n);
  });
});
