// Covers the mean of a week, which is left out where the week had no charge and nothing is owed.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { reminderResponse } from '../../../testing/responses.ts';
import { BalanceCard } from './balance-card.tsx';

afterEach(cleanup);

it.each([
  [{}, true],
  [{ daysLeft: null }, false],
  [{ daysLeft: null, owed: '1.000000' }, true],
])('with %j: %s', (fields, isShown) => {
  render(<BalanceCard reminder={{ ...reminderResponse(), ...fields }} frozen={75_000_000n} />);
  expect(screen.getByText(/另有提现冻结/).textContent).toContain('75.00');
  expect(screen.queryByText(/近 7 日日均/) !== null).toBe(isShown);
});
