// Decimal texts are read exactly or refused, never rounded, and what was written reads back as the same number.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalError, formatDecimal, formatShortest, parseDecimal } from './decimal.ts';

const reasonFor = (text: string, scale: number) => {
  try {
    parseDecimal(text, scale);
    return 'read';
  } catch (error) {
    return error instanceof DecimalError ? error.reason : 'another error';
  }
};

describe('reading', () => {
  it.each<[string, number, bigint]>([
    ['0', 8, 0n],
    ['1', 8, 100_000_000n],
    ['1.5', 8, 150_000_000n],
    ['0.00000001', 8, 1n],
    ['-0.5', 2, -50n],
    ['-0', 2, 0n],
    ['12', 0, 12n],
    ['999999999999999999.999999', 6, 999_999_999_999_999_999_999_999n],
  ])('%s at scale %i', (text, scale, value) => {
    expect(parseDecimal(text, scale)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '+1',
    '--1',
    '-',
    '01',
    '00',
    '1e3',
    '1E3',
    '0x10',
    '1,000',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '１',
    '٣',
    'NaN',
    'Infinity',
    '1.2.3',
    '1_000',
    '1n',
    '½',
  ])('refuses %j', (text) => {
    expect(reasonFor(text, 8)).toBe('malformed');
  });

  it('refuses more decimals than the scale has, also when they are zeros', () => {
    expect(reasonFor('0.123456789', 8)).toBe('too-many-decimals');
    expect(reasonFor('1.10', 1)).toBe('too-many-decimals');
    expect(reasonFor('1.0', 0)).toBe('too-many-decimals');
  });

  it('refuses numbers beyond 18 digits, however long', () => {
    expect(reasonFor('1000000000000000000', 0)).toBe('too-large');
    expect(reasonFor('9'.repeat(100_000), 8)).toBe('too-large');
  });

  it('never does anything but read or refuse, whatever it is given', () => {
    const looksDecimal = fc.string({ unit: fc.constantFrom(...'0123456789.-+eE, '), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), looksDecimal), fc.nat({ max: 12 }), (text, scale) => {
        const reason = reasonFor(text, scale);
        expect(['read', 'malformed', 'too-many-decimals', 'too-large']).toContain(reason);
        if (reason !== 'read') return;
        // The exact value by another way: integer and fraction as separate numbers.
        const [integer = '', fraction = ''] = text.replace('-', '').split('.');
        const magnitude = BigInt(integer) * 10n ** BigInt(scale) + BigInt(fraction.padEnd(scale, '0') || '0');
        expect(parseDecimal(text, scale)).toBe(text.startsWith('-') ? -magnitude : magnitude);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('writing', () => {
  it.each<[bigint, number, string]>([
    [0n, 8, '0.00000000'],
    [1n, 8, '0.00000001'],
    [-1n, 8, '-0.00000001'],
    [123n, 0, '123'],
    [-150n, 2, '-1.50'],
  ])('%s at scale %i is %s', (value, scale, text) => {
    expect(formatDecimal(value, scale)).toBe(text);
  });

  it('is undone by reading', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n) + 1n, 10n ** 18n - 1n), fc.nat({ max: 8 }), (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
        expect(parseDecimal(formatShortest(value, scale), scale)).toBe(value);
        expect(formatShortest(value, scale)).not.toMatch(/\.\d*0$|\.$/);
      }),
    );
  });

  it.each<[bigint, string]>([
    [78_000n, '0.078'],
    [1_000_000n, '1'],
    [10_000_000n, '10'],
    [0n, '0'],
    [-500_000n, '-0.5'],
  ])('without trailing zeros %s is %s', (value, text) => {
    expect(formatShortest(value, 6)).toBe(text);
  });
});
