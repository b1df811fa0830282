// The calculator computes a day as the close does, moves the right way with each assumption, and names the first adjustment that loses.
import { electricityFee } from '@lode/mining';
import { divCeil } from '@lode/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Assumptions,
  afterAdjustment,
  type Basis,
  dayResult,
  daysPerAdjustment,
  daysUntilLoss,
  difficultyInT,
  readAssumptions,
} from './calculator.ts';

const basis: Basis = {
  coin: 'BTC',
  hashrate: '68',
  powerWatts: 3360,
  poolFeeRate: '0.04',
  blocks: 142,
  subsidySum: '1775.00000000',
  feeSum: '27.63375097',
  hosting: 0n,
};
const usual: Assumptions = {
  price: 8_000_000_000n,
  difficulty: 15_486_913_440_292n * 10n ** 8n,
  electricityPrice: '0.045000',
  growth: 30n,
};

const assumption = fc.record({
  price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  difficulty: fc.bigInt({ min: 10n ** 20n, max: 10n ** 24n }),
  electricityPrice: fc.integer({ min: 0, max: 999_999 }).map((micro) => `0.${String(micro).padStart(6, '0')}`),
  growth: fc.bigInt({ min: 1n, max: 200n }),
});

describe('a day', () => {
  it('is worth what the formula of a closed day says, less 84 kWh and the like', () => {
    const { output, value, fee, net } = dayResult(basis, usual);
    // 68e12 · 86400 / (15486913440292 · 2^32) blocks of (1775 + 27.63375097) / 142 each, less 4 %.
    const blocks = (68e12 * 86_400) / (15_486_913_440_292 * 2 ** 32);
    expect(Number(output) / 1e8).toBeCloseTo(blocks * (1802.63375097 / 142) * 0.96, 7);
    expect(value).toBe((output * 8_000n) / 100n);
    expect(fee).toBe(electricityFee(3360, 86_400, '0.045'));
    expect(net).toBe(value - fee);
    const hosted = dayResult({ ...basis, hosting: 493_151n }, usual);
    expect([hosted.hosting, hosted.net]).toEqual([493_151n, net - 493_151n]);
  });

  it('pays its costs from its break-even price on, and not below', () => {
    fc.assert(
      fc.property(assumption, fc.bigInt({ min: 0n, max: 10n ** 7n }), (given, hosting) => {
        const { breakEven } = dayResult({ ...basis, hosting }, given);
        if (breakEven === null || breakEven === 0n) return;
        const netAt = (price: bigint) => dayResult({ ...basis, hosting }, { ...given, price }).net;
        expect(netAt(breakEven) >= 0n).toBe(true);
        expect(netAt(breakEven - 1n) < 0n).toBe(true);
      }),
    );
    expect(dayResult({ ...basis, subsidySum: '0.00000000', feeSum: '0.00000000' }, usual).breakEven).toBeNull();
  });

  it('brings more at a higher price, less at a higher difficulty or tariff', () => {
    fc.assert(
      fc.property(assumption, fc.bigInt({ min: 1n, max: 10n ** 12n }), (given, more) => {
        const { net } = dayResult(basis, given);
        expect(dayResult(basis, { ...given, price: given.price + more }).net >= net).toBe(true);
        expect(dayResult(basis, { ...given, difficulty: given.difficulty + more }).net <= net).toBe(true);
        expect(dayResult(basis, { ...given, electricityPrice: '1.000000' }).net <= net).toBe(true);
      }),
    );
  });

  it('pays its electricity from the break-even price on, and not below it', () => {
    fc.assert(
      fc.property(assumption, (given) => {
        const { output, fee } = dayResult(basis, given);
        fc.pre(output > 0n && fee > 0n);
        const breakEven = divCeil(fee * 100_000_000n, output);
        expect(dayResult(basis, { ...given, price: breakEven }).net >= 0n).toBe(true);
        expect(dayResult(basis, { ...given, price: breakEven - 1n }).net < 0n).toBe(true);
      }),
    );
  });
});

describe('the day it stops paying', () => {
  it('is the first adjustment at which nothing is left: none before it', () => {
    fc.assert(
      fc.property(assumption, (given) => {
        const days = daysUntilLoss(basis, given);
        const netAfter = (adjustments: number) => {
          let { difficulty } = given;
          for (let i = 0; i < adjustments; i++) difficulty = afterAdjustment(difficulty, given.growth);
          return dayResult(basis, { ...given, difficulty }).net;
        };
        if (days === null) return;
        expect(netAfter(days / daysPerAdjustment) <= 0n).toBe(true);
        if (days > 0) expect(netAfter(days / daysPerAdjustment - 1) > 0n).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is now at a price that does not pay, never while the difficulty stays, and later with less growth', () => {
    expect(daysUntilLoss(basis, { ...usual, price: 1_000_000_000n })).toBe(0);
    expect(daysUntilLoss(basis, { ...usual, growth: 0n })).toBeNull();
    expect(daysUntilLoss(basis, { ...usual, growth: -20n })).toBeNull();
    const [fast, slow] = [daysUntilLoss(basis, { ...usual, growth: 60n }), daysUntilLoss(basis, usual)];
    expect(fast !== null && slow !== null && fast < slow).toBe(true);
  });
});

describe('what is typed', () => {
  const typed = { price: '8000', difficulty: '15.4869', electricityPrice: '0.045', growth: '3.0' };

  it('is read as a Chinese keyboard types it', () => {
    const wide = { price: '８０００．', difficulty: '15。4869', electricityPrice: '０．０４５', growth: '−3.0' };
    expect(readAssumptions(wide).assumptions).toEqual(readAssumptions({ ...typed, growth: '-3.0' }).assumptions);
    expect(readAssumptions(wide).assumptions).not.toBeNull();
  });

  it('is read in its units', () => {
    expect(readAssumptions(typed).assumptions).toEqual({
      price: 8_000_000_000n,
      difficulty: 15_486_900_000_000n * 10n ** 8n,
      electricityPrice: '0.045000',
      growth: 30n,
    });
    expect(difficultyInT('15486913440292.87')).toBe('15.4869');
  });

  it.each([
    ['price', '0'],
    ['price', '1e3'],
    ['difficulty', ''],
    ['difficulty', '0'],
    ['electricityPrice', '-1'],
    ['electricityPrice', '10.000001'],
    ['growth', '100.1'],
    ['growth', '1.25'],
  ] as const)('names %s "%s" as wrong, and assumes nothing', (name, text) => {
    expect(readAssumptions({ ...typed, [name]: text })).toEqual({ assumptions: null, wrong: [name] });
  });
});
