import { parseAmount } from '@lode/money';
import { expect, it } from 'vitest';
import { priceText } from './price-text.ts';

it('formats prices with cents, and small ones with four significant digits', () => {
  const text = (usdt: string) => priceText(parseAmount(usdt, 'USDT'));
  expect(text('117842.3')).toBe('117,842.30');
  expect(text('3884.899999')).toBe('3,884.89');
  expect(text('12.345678')).toBe('12.34');
  expect(text('1.234567')).toBe('1.234');
  expect(text('0.2104')).toBe('0.2104');
  expect(text('0.2')).toBe('0.2000');
  expect(text('0.015479')).toBe('0.015479');
  expect(text('0.01')).toBe('0.01000');
  expect(text('0.000012')).toBe('0.000012');
});
