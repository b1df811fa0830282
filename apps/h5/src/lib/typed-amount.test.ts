// Covers typed amounts: parsed as on the server, never as a float.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTyped, wholeAmount } from './typed-amount.ts';

const limits = { available: '214.861234', min: '100.000000' };
const problem = (text: string) => parseTyped(text, 'USDT', limits).problem;

describe('parseTyped', () => {
  it.each([
    ['', 'zero'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['abc', 'malformed'],
    ['1e3', 'malformed'],
    ['-150', 'malformed'],
    ['1.2.3', 'malformed'],
    ['150.123', 'precision'],
    ['0.0000001', 'precision'],
    ['214.87', 'insufficient'],
    ['9'.repeat(30), 'insufficient'],
    ['99.99', 'minimum'],
    ['100', null],
    ['100.', null],
    ['150.12', null],
    ['214.861234', null],
  ])('%j is %j [rule:amount-precision]', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  it('accepts eight decimals of BTC', () => {
    const btc = { available: '0.18264017', min: '0.00100000' };
    expect(parseTyped('0.12345678', 'BTC', btc)).toEqual({ text: '0.12345678', amount: 12_345_678n, problem: null });
    expect(parseTyped('0.123456789', 'BTC', btc).problem).toBe('precision');
  });

  it('drops a trailing point', () => {
    expect(parseTyped('150.', 'USDT', limits).text).toBe('150');
  });
});

describe('wholeAmount', () => {
  it('is the whole balance, whatever its decimals, and can be sent', () => {
    expect(wholeAmount('214.861234', 'USDT')).toBe('214.861234');
    expect(wholeAmount('214.000000', 'USDT')).toBe('214');
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 62n), (micro) => {
        const text = micro.toString().padStart(7, '0');
        const available = `${text.slice(0, -6)}.${text.slice(-6)}`;
        const typed = parseTyped(wholeAmount(available, 'USDT'), 'USDT', { available, min: '0.000000' });
        expect(typed).toMatchObject({ amount: micro, problem: null });
      }),
    );
  });
});
