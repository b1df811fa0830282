// Amounts on the wire and on the screen: every unit is kept, what is shown is rounded once, what is typed is never rounded.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differenceOfShown,
  displayAmount,
  displayDebit,
  displayExact,
  displayFull,
  formatAmount,
  parseAmount,
  parseTypedAmount,
  valueInUsdt,
} from './amount.ts';
import { type Coin, coins, displayScale, isCoin, ledgerScale } from './coin.ts';
import { DecimalError, parseDecimal } from './decimal.ts';

const coin = fc.constantFrom(...coins);
const amount = fc.bigInt(-(2n ** 59n), 2n ** 59n);

describe('coins', () => {
  it('have 8 decimals in the ledger, USDT 6; USDT shows 2, the others all', () => {
    expect(coins.map((one) => [one, ledgerScale(one), displayScale(one)])).toEqual([
      ['BTC', 8, 8],
      ['USDT', 6, 2],
      ['ETH', 8, 8],
      ['DOGE', 8, 8],
    ]);
  });

  it('are known by their exact name', () => {
    expect(coins.every(isCoin)).toBe(true);
    expect(['btc', 'LTC', '', 'USD', 'BTC '].some(isCoin)).toBe(false);
  });
});

describe('the wire', () => {
  it.each<[string, Coin, bigint]>([
    ['0.00004732', 'BTC', 4732n],
    ['0.5', 'USDT', 500_000n],
    ['21000000', 'BTC', 2_100_000_000_000_000n],
    ['-3', 'USDT', -3_000_000n],
  ])('%s %s is %s units', (text, one, units) => {
    expect(parseAmount(text, one)).toBe(units);
  });

  it('carries every unit there and back', () => {
    fc.assert(
      fc.property(amount, coin, (units, one) => {
        expect(parseAmount(formatAmount(units, one), one)).toBe(units);
      }),
    );
  });

  it('refuses a unit too fine and an amount that the database cannot hold', () => {
    expect(() => parseAmount('0.000000001', 'BTC')).toThrow(new DecimalError('too-many-decimals'));
    expect(() => parseAmount('0.0000001', 'USDT')).toThrow(new DecimalError('too-many-decimals'));
    expect(parseAmount('92233720368.54775807', 'BTC')).toBe(2n ** 63n - 1n);
    expect(() => parseAmount('92233720368.54775808', 'BTC')).toThrow(new DecimalError('too-large'));
    expect(() => parseAmount('-92233720368.54775808', 'BTC')).toThrow(new DecimalError('too-large'));
  });
});

describe('what a customer typed', () => {
  it('may have the decimals that are shown', () => {
    expect(parseTypedAmount('1.23', 'USDT', 0n)).toBe(1_230_000n);
    expect(parseTypedAmount('0.00000001', 'BTC', 0n)).toBe(1n);
  });

  it('is refused with more, unless it is exactly all there is', () => {
    expect(() => parseTypedAmount('1.234', 'USDT', 1_235_000n)).toThrow(new DecimalError('too-many-decimals'));
    expect(parseTypedAmount('1.234', 'USDT', 1_234_000n)).toBe(1_234_000n);
  });
});

describe('what a customer sees', () => {
  it.each<[bigint, Coin, string]>([
    [38_813_529_999n, 'USDT', '38813.52'],
    [-38_813_529_999n, 'USDT', '-38813.53'],
    [9_999n, 'USDT', '0.00'],
    [-9_999n, 'USDT', '-0.01'],
    [-2_310_000n, 'USDT', '-2.31'],
    [4732n, 'BTC', '0.00004732'],
  ])('%s units of %s is %s', (units, one, text) => {
    expect(displayAmount(units, one)).toBe(text);
  });

  it.each<[bigint, Coin, string]>([
    [20_000_000n, 'USDT', '20.00'],
    [7_251_819n, 'USDT', '7.251819'],
    [-1_500_000n, 'USDT', '-1.50'],
    [4_730n, 'BTC', '0.00004730'],
  ])('%s units of %s with every digit is %s', (units, one, text) => {
    expect(displayExact(units, one)).toBe(text);
  });

  it.each<[bigint, Coin, string]>([
    [20_000_000n, 'USDT', '20.00'],
    [-2_133_000n, 'USDT', '-2.133000'],
    [7_251_819n, 'USDT', '7.251819'],
    [100n, 'USDT', '0.000100'],
    [4_730n, 'BTC', '0.00004730'],
  ])('%s units of %s with all decimals or the shown ones is %s', (units, one, text) => {
    expect(displayFull(units, one)).toBe(text);
  });

  it('is never more than there is, a debit never less, and off by under one shown unit', () => {
    fc.assert(
      fc.property(amount, coin, (units, one) => {
        const shown = parseAmount(displayAmount(units, one), one);
        const lost = units - shown;
        expect(lost >= 0n && lost < 10n ** BigInt(ledgerScale(one) - displayScale(one))).toBe(true);
      }),
    );
  });
});

describe('a debit without its sign', () => {
  it('is shown as the same debit with its sign', () => {
    fc.assert(
      fc.property(amount, coin, (units, one) => {
        const debit = units < 0n ? -units : units;
        expect(displayDebit(debit, one)).toBe(displayAmount(-debit, one).replace('-', ''));
        expect(parseAmount(displayDebit(debit, one), one) >= debit).toBe(true);
      }),
    );
  });
});

describe('a difference of what is shown', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const cents = (written: string) => parseDecimal(written, 2);

  it('is what a reader finds who subtracts the shown figures, and never more than the exact one', () => {
    fc.assert(
      fc.property(amount, amount, amount, (income, fee, hosting) => {
        const left = differenceOfShown('USDT', income, fee, hosting);
        const [shown, ...debits] = [
          displayAmount(income, 'USDT'),
          displayDebit(fee, 'USDT'),
          displayDebit(hosting, 'USDT'),
        ];
        expect(cents(displayAmount(left, 'USDT'))).toBe(debits.reduce((sum, one) => sum - cents(one), cents(shown)));
        const exact = income - fee - hosting;
        expect(left <= exact && exact - left < 30_000n).toBe(true);
      }),
    );
  });

  it('differs from the exact one, rounded alone (broken control)', () => {
    const [income, fee] = [258_243_000n, 108_861_000n];
    expect(displayAmount(income - fee, 'USDT')).toBe('149.38');
    expect(displayAmount(differenceOfShown('USDT', income, fee), 'USDT')).toBe('149.37');
    expect([displayAmount(income, 'USDT'), displayDebit(fee, 'USDT')]).toEqual(['258.24', '108.87']);
  });
});

describe('the value in USDT', () => {
  it('is the amount times the price, rounded towards zero; USDT is worth itself', () => {
    expect(valueInUsdt(4732n, 'BTC', 7_938_180_000n)).toBe(375_634n);
    expect(valueInUsdt(-4732n, 'BTC', 7_938_180_000n)).toBe(-375_634n);
    expect(valueInUsdt(123n, 'USDT', 999n)).toBe(123n);
  });

  it('equals an exact computation with fractions', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 50n), fc.bigInt(0n, 2n ** 50n), (units, price) => {
        const value = valueInUsdt(units, 'DOGE', price);
        const exact = units * price;
        expect(value * 100_000_000n <= exact && exact < (value + 1n) * 100_000_000n).toBe(true);
      }),
    );
  });
});
