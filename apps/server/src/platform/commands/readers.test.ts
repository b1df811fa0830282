/** Proves how amounts of a command line are read, in a coin's own units, and how keys are made. */
import { describe, expect, it } from 'vitest';
import { UsageError } from './option.ts';
import { keyOf, readAmount, readSignedAmount } from './readers.ts';

describe('an amount', () => {
  it('has the decimals of the coin and is above zero', () => {
    expect(readAmount('0.000001', 'USDT')).toBe(1n);
    expect(readAmount('1000000000', 'BTC')).toBe(10n ** 17n);
    for (const wrong of ['0', '-1', '0.0000001', '1000000000.000001', '1e3', '', ' 1'])
      expect(() => readAmount(wrong, 'USDT'), wrong).toThrow(UsageError);
  });

  it.each([
    ['0', 'must be above 0'],
    ['-1', 'must be above 0'],
    ['0.0000001', 'has more than the 6 decimals of USDT'],
    ['1000000000.000001', 'is larger than 1000000000 USDT'],
    ['9'.repeat(30), 'is larger than 1000000000 USDT'],
    ['1e3', 'is no decimal number'],
  ])('says what is wrong with %s', (wrong, flaw) => {
    expect(() => readAmount(wrong, 'USDT')).toThrow(`--amount "${wrong}" ${flaw}`);
  });

  it('may be below zero where the option says so, and is never zero', () => {
    expect(readSignedAmount('-0.00000001', 'BTC')).toBe(-1n);
    expect(readSignedAmount('2', 'BTC')).toBe(200_000_000n);
    for (const wrong of ['0', '-0', '-1000000000.00000001', '0.000000001'])
      expect(() => readSignedAmount(wrong, 'BTC'), wrong).toThrow(UsageError);
  });
});

describe('an idempotency key', () => {
  it('is the same for the same input only', () => {
    expect(keyOf(['deposit', 1n])).toBe(keyOf(['deposit', 1n]));
    expect(keyOf(['deposit', 1n])).not.toBe(keyOf(['deposit', 2n]));
    expect(keyOf({ amount: 1n, reason: '收款' })).toMatch(/^[0-9a-f]{32}$/);
  });
});
