// Covers a rate written in per cent.
import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it('formats a fraction in per cent', () => {
  expect(percentOf('0.04')).toBe('4');
  expect(percentOf('0.0125')).toBe('1.25');
  expect(percentOf('0')).toBe('0');
});
