// A machine's fee for a day to the micro-USDT, against the golden case and an independent computation.
import { DecimalError } from '@lode/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { electricityFee } from './electricity.ts';

describe('the fee', () => {
  it('of 200 TH/s at 17.5 J/TH for a day is 84 kWh at 0.078 USDT: 6.552 USDT', () => {
    expect(electricityFee(3500, 86_400, '0.078')).toBe(6_552_000n);
  });

  it.each<[number, number, string, bigint]>([
    [3500, 0, '0.078', 0n],
    [3500, 43_200, '0.078', 3_276_000n],
    [1, 1, '0.1', 0n],
    [1, 3600, '1', 1000n],
    [3250, 86_399, '0.078', 6_083_929n],
  ])('of %i W for %i s at %s USDT is %s micro-USDT', (watts, seconds, price, fee) => {
    expect(electricityFee(watts, seconds, price)).toBe(fee);
  });

  it('is rounded down, by less than one micro-USDT', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1_000_000 }),
        fc.nat({ max: 86_400 }),
        fc.nat({ max: 999_999_999 }),
        (watts, seconds, microPrice) => {
          const price = `${Math.floor(microPrice / 1_000_000)}.${String(microPrice % 1_000_000).padStart(6, '0')}`;
          const fee = electricityFee(watts, seconds, price);
          const exact = BigInt(watts) * BigInt(seconds) * BigInt(microPrice);
          expect(fee * 3_600_000n <= exact && exact < (fee + 1n) * 3_600_000n).toBe(true);
        },
      ),
    );
  });

  it.each(['', 'free', '0.0780001', '1e-2', '.1'])('refuses the price %j', (price) => {
    expect(() => electricityFee(3500, 86_400, price)).toThrow(DecimalError);
  });
});
