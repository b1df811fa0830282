// A machine's output to the last unit, against the public golden case and an independent computation with fractions.
import { formatAmount } from '@lode/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FppsInput, fppsOutput } from './fpps.ts';

const goldenDay: FppsInput = {
  hashrate: '1000',
  epochs: [{ difficulty: '21448277761059', seconds: 86_400 }],
  blocks: 1,
  subsidySum: '6.25',
  feeSum: '0',
  poolFeeRate: '0',
};

describe('the golden case of a public pool agreement', () => {
  it('1 PH/s for a day at difficulty 21448277761059 and 6.25 a block is 0.0058619 BTC', () => {
    const { gross, poolFee, net } = fppsOutput(goldenDay);
    expect(formatAmount(gross, 'BTC')).toBe('0.00586194');
    expect([poolFee, net]).toEqual([0n, gross]);
  });

  it('fees of 110.36520932 on a subsidy of 931.25 make a fee rate of 1.11851', () => {
    const day = { ...goldenDay, hashrate: '1000000000', blocks: 149, subsidySum: '931.25' };
    const withFees = fppsOutput({ ...day, feeSum: '110.36520932' }).gross;
    const ratePpm = (withFees * 10_000_000n) / fppsOutput(day).gross;
    expect(ratePpm / 100n).toBe(111_851n);
  });
});

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** A decimal text as a fraction, without the reader under test. */
function fraction(text: string): Fraction {
  const [integer = '', decimals = ''] = text.split('.');
  return { numerator: BigInt(integer + decimals), denominator: 10n ** BigInt(decimals.length) };
}
const add = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});
const times = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});
const over = (a: Fraction, b: Fraction): Fraction => times(a, { numerator: b.denominator, denominator: b.numerator });
const whole = (n: bigint): Fraction => ({ numerator: n, denominator: 1n });
const roundedDown = ({ numerator, denominator }: Fraction): bigint => numerator / denominator;

/** The formula as it is written down: expected blocks, times subsidy, times fee rate, less the pool's part. */
function independently({ hashrate, epochs, blocks, subsidySum, feeSum, poolFeeRate }: FppsInput) {
  const hashes = times(fraction(hashrate), whole(10n ** 12n));
  const expected = epochs
    .map(({ difficulty, seconds }) =>
      over(times(hashes, whole(BigInt(seconds))), times(fraction(difficulty), whole(2n ** 32n))),
    )
    .reduce(add, whole(0n));
  const subsidy = fraction(subsidySum);
  const pps = times(expected, over(subsidy, whole(BigInt(blocks))));
  const feeRate = over(add(subsidy, fraction(feeSum)), subsidy);
  const grossUnits = times(times(pps, feeRate), whole(10n ** 8n));
  const kept = add(whole(1n), times(whole(-1n), fraction(poolFeeRate)));
  return { gross: roundedDown(grossUnits), net: roundedDown(times(grossUnits, kept)) };
}

const decimal = (integers: number, scale: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: integers }), fc.nat({ max: 10 ** scale - 1 }), fc.integer({ min: 0, max: scale }))
    .map(([integer, fine, digits]) => {
      const decimals = String(fine).padStart(scale, '0').slice(0, digits);
      return decimals === '' ? String(integer) : `${integer}.${decimals}`;
    });

const anyDay: fc.Arbitrary<FppsInput> = fc.record({
  hashrate: decimal(500_000, 6),
  epochs: fc.array(
    fc.record({
      difficulty: decimal(2_000_000_000, 8).map((text) => text.replace('.', `${'7'.repeat(4)}.`)),
      seconds: fc.nat({ max: 86_400 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  blocks: fc.integer({ min: 1, max: 300 }),
  subsidySum: decimal(2000, 8),
  feeSum: decimal(500, 8),
  poolFeeRate: fc.nat({ max: 999_999 }).map((ppm) => `0.${String(ppm).padStart(6, '0')}`),
});

describe('any day', () => {
  it('gives what an independent computation with exact fractions gives', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { gross, poolFee, net } = fppsOutput(day);
        expect({ gross, net }).toEqual(independently(day));
        expect(gross).toBe(net + poolFee);
        expect(net >= 0n && poolFee >= 0n).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('is counted epoch by epoch: two halves at two difficulties are the sum of both', () => {
    const [low, high] = ['10000000000000', '30000000000000'];
    const half = (difficulty: string) => ({ ...goldenDay, epochs: [{ difficulty, seconds: 43_200 }] });
    const both = fppsOutput({ ...goldenDay, epochs: [...half(low).epochs, ...half(high).epochs] }).gross;
    const apart = fppsOutput(half(low)).gross + fppsOutput(half(high)).gross;
    expect(both - apart === 0n || both - apart === 1n).toBe(true);
    const mean = { ...goldenDay, epochs: [{ difficulty: '20000000000000', seconds: 86_400 }] };
    expect(both).toBeGreaterThan(fppsOutput(mean).gross);
  });

  it('pays nothing for no time, and never more for less', () => {
    const after = (seconds: number) =>
      fppsOutput({ ...goldenDay, poolFeeRate: '0.04', epochs: [{ difficulty: '1000000', seconds }] }).net;
    expect(after(0)).toBe(0n);
    fc.assert(
      fc.property(fc.nat({ max: 86_399 }), (seconds) => {
        expect(after(seconds) <= after(seconds + 1)).toBe(true);
      }),
    );
  });
});

describe('malformed evidence', () => {
  it.each<[string, Partial<FppsInput>]>([
    ['a hashrate that is no number', { hashrate: 'fast' }],
    ['a hashrate finer than a millionth', { hashrate: '1.0000001' }],
    ['no blocks', { blocks: 0 }],
    ['a difficulty of nothing', { epochs: [{ difficulty: '0', seconds: 1 }] }],
    ['a fee with an exponent', { feeSum: '1e3' }],
    ['a subsidy with too many decimals', { subsidySum: '6.250000001' }],
  ])('with %s is refused', (_flaw, change) => {
    expect(() => fppsOutput({ ...goldenDay, ...change })).toThrow(/decimal is|must be positive|Division by zero/);
  });
});
