/** Proves how the words of a command line are read: dates of the calendar, amounts in a coin's own units, keys. */
import { describe, expect, it } from 'vitest';
import { UsageError } from './command.ts';
import { keyOf, readAmount, readDate, readKey, readSignedAmount } from './readers.ts';

describe('a date', () => {
  it('is one of the calendar', () => {
    expect(readDate('2020-02-29')).toBe('2020-02-29');
    for (const wrong of ['2021-02-29', '2020-2-9', '20200229', '2020-02-29T00:00:00Z', '', 'yesterday'])
      expect(() => readDate(wrong), wrong).toThrow(UsageError);
  });
});

describe('an amount', () => {
  it('is one of the coin, above zero', () => {
    expect(readAmount('0.000001', 'USDT')).toBe(1n);
    expect(readAmount('1000000000', 'BTC')).toBe(10n ** 17n);
    for (const wrong of ['0', '-1', '0.0000001', '1000000000.000001', '1e3', '', ' 1'])
      expect(() => readAmount(wrong, 'USDT'), wrong).toThrow(UsageError);
  });

  it('may be below zero where that is asked for, and is never nothing', () => {
    expect(readSignedAmount('-0.00000001', 'BTC')).toBe(-1n);
    expect(readSignedAmount('2', 'BTC')).toBe(200_000_000n);
    for (const wrong of ['0', '-0', '-1000000000.00000001', '0.000000001'])
      expect(() => readSignedAmount(wrong, 'BTC'), wrong).toThrow(UsageError);
  });
});

describe('a key', () => {
  it('is short and plain', () => {
    expect(readKey('receipt:2026-0001_a.b')).toBe('receipt:2026-0001_a.b');
    for (const wrong of ['', 'a b', 'a/b', '收据', 'x'.repeat(129)])
      expect(() => readKey(wrong), wrong).toThrow(UsageError);
  });

  it('that is made of the input is the same for the same input only', () => {
    expect(keyOf(['deposit', 1n])).toBe(keyOf(['deposit', 1n]));
    expect(keyOf(['deposit', 1n])).not.toBe(keyOf(['deposit', 2n]));
    expect(readKey(keyOf({ amount: 1n, reason: '收款' }))).toMatch(/^[0-9a-f]{32}$/);
  });
});
