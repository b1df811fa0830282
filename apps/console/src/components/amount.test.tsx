// Proves how an amount is written: its signs, its quiet zeros, and the plus of what is added.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Amount } from './amount.tsx';

afterEach(cleanup);

it.each([
  ['1234.500000', false, '1,234.50'],
  ['-0.00310442', false, '−0.00310442'],
  ['-0.00310442', true, '−0.00310442'],
  ['0.00310442', true, '+0.00310442'],
  ['120.000000', true, '+120.00'],
  ['0.00000000', true, '0.00000000'],
])('%s, as a change %s, is %s', (value, isChange, shown) => {
  expect(render(<Amount value={value} isChange={isChange} />).container.textContent).toBe(shown);
});
