// Figures add up in either currency, never show more than was earned, and a payback is what its parts say.
import { parseAmount } from '@lode/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earningPeriod, earningsResponse } from '../../testing/responses.ts';
import { figuresOf, inCny, paybackOf, rateOf, worthsOf } from './earnings-figures.ts';

const micro = fc.bigInt({ min: 0n, max: 10n ** 15n });
const wire = (amount: bigint) =>
  `${amount < 0n ? '-' : ''}${(amount < 0n ? -amount : amount) / 1_000_000n}.${String((amount < 0n ? -amount : amount) % 1_000_000n).padStart(6, '0')}`;

describe('figures of a period', () => {
  it('are the wire’s in USDT', () => {
    expect(figuresOf(earningPeriod('YESTERDAY'), null)).toEqual({
      output: 49_279_293n,
      electricity: 35_060_001n,
      hosting: 0n,
      net: 14_219_292n,
    });
  });

  it('add up in CNY, where the net is that of USDT at the rate, never more, and no cost is less', () => {
    fc.assert(
      fc.property(micro, micro, micro, fc.bigInt({ min: 1n, max: 10n ** 9n }), (output, electricity, hosting, cny) => {
        const net = output - electricity - hosting;
        const period = earningPeriod('TOTAL', {
          outputUsdt: wire(output),
          electricity: wire(electricity),
          hosting: wire(hosting),
          netUsdt: wire(net),
        });
        const figures = figuresOf(period, cny);
        expect(figures.output - figures.electricity - figures.hosting).toBe(figures.net);
        const short = inCny(net, cny) - figures.net;
        expect(short >= 0n && short < 10_000n).toBe(true);
        const off = figures.output - inCny(output, cny);
        expect(off > -10_001n && off <= 20_002n).toBe(true);
        expect(figures.electricity >= inCny(electricity, cny) && figures.hosting >= inCny(hosting, cny)).toBe(true);
        for (const figure of Object.values(figures)) expect(figure % 10_000n).toBe(0n);
      }),
    );
  });

  it('have coins that add up to the whole as they stand', () => {
    const of = (values: readonly bigint[], whole: bigint, unpriced: 'DOGE'[] = []) =>
      earningPeriod('TOTAL', {
        outputs: values.map((value, i) => ({
          coin: i === 0 ? 'BTC' : 'DOGE',
          amount: '1.00000000',
          valueUsdt: wire(value),
        })),
        outputUsdt: wire(whole),
        unpriced,
      });
    // 16,462.036 and 26.957 CNY: the larger one has what the whole has more.
    const both = of([16_462_036_000n, 26_957_000n], 16_488_993_000n);
    const { output } = figuresOf(both, 1_000_000n);
    expect(worthsOf(both, 1_000_000n)).toEqual([output - 26_950_000n, 26_950_000n]);
    expect(worthsOf(of([5_000_000n, 9_000_000n], 14_000_000n), null)).toEqual([5_000_000n, 9_000_000n]);
    expect(worthsOf(of([5_000_000n], 5_000_000n), null)).toEqual([null]);
    expect(worthsOf(of([5_001_000n, 3_000_000n], 8_001_000n, ['DOGE']), null)).toEqual([5_001_000n, null]);
    fc.assert(
      fc.property(micro, micro, fc.option(fc.bigInt({ min: 1n, max: 10n ** 9n })), (btc, doge, cny) => {
        const period = of([btc, doge], btc + doge + 1n);
        const parts = worthsOf(period, cny).map((worth) => worth ?? 0n);
        const { output } = figuresOf(period, cny);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(output);
      }),
    );
  });

  it('would not, were costs rounded like what comes in (broken control)', () => {
    const cost = 1n;
    const asIncome = inCny(cost, 1_500_000n);
    expect(asIncome * 1_000_000n < cost * 1_500_000n).toBe(true);
  });

  it('have no CNY without a rate', () => {
    expect(rateOf({ cny: null })).toBeNull();
    expect(rateOf(earningsResponse())).toBe(7_100_000n);
  });
});

const day = (netUsdt: string) => ({
  date: '2026-11-19',
  outputs: [],
  outputUsdt: '99.000000',
  electricity: '1.000000',
  hosting: '1.000000',
  netUsdt,
});

describe('the payback of a machine', () => {
  const of = (purchaseUsdt: string | null, netUsdt: string, days = [day('6.500000')]) =>
    paybackOf({ ...earningsResponse(), purchaseUsdt, periods: [earningPeriod('TOTAL', { netUsdt, days: 33 })] }, days);

  it('is known where the price is', () => {
    expect(of(null, '100.000000')).toBeNull();
    expect(of('1850.000000', '214.500001')).toEqual({
      price: 1_850_000_000n,
      recovered: 214_500_001n,
      permille: 115,
      left: 1_635_499_999n,
      daysLeft: 252,
      isLosing: false,
      meanDays: 1,
    });
  });

  it('is forecast from the newest seven days, net of both costs', () => {
    const days = [
      ...Array.from({ length: 6 }, () => day('6.000000')),
      day('-1.000000'),
      ...Array.from({ length: 20 }, () => day('99.000000')),
    ];
    // 35 in seven days.
    expect(of('100.000000', '0.000000', days)).toMatchObject({ daysLeft: 20, meanDays: 7 });
    expect(of('100.000000', '0.000000', [])).toMatchObject({ daysLeft: null, meanDays: 0 });
  });

  it('is below nothing, with no forecast, while a machine costs more than it brings', () => {
    expect(of('1850.000000', '-3.000000', [day('-0.000001')])).toMatchObject({
      recovered: -3_000_000n,
      permille: 0,
      left: 1_853_000_000n,
      daysLeft: null,
      isLosing: true,
    });
    expect(of('1850.000000', '0.000001', [day('0.000001')])).toMatchObject({
      permille: 0,
      daysLeft: null,
      isLosing: false,
    });
  });

  it('is whole only when nothing is left', () => {
    expect(of('100.000000', '99.999999')).toMatchObject({ permille: 999, left: 1n, daysLeft: 1 });
    expect(of('100.000000', '100.000000')).toMatchObject({ permille: 1000, left: 0n, daysLeft: 0 });
    expect(of('100.000000', '250.000000')).toMatchObject({
      recovered: parseAmount('250.000000', 'USDT'),
      permille: 1000,
    });
  });
});
