// Proves how a rate is written as per cent.
import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it('writes a fraction as per cent', () => {
  expect(percentOf('0.04')).toBe('4');
  expect(percentOf('0.0125')).toBe('1.25');
  expect(percentOf('0')).toBe('0');
});
