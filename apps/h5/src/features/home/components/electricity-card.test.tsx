// Covers the button of the electricity card: none while days are plenty, 充值 when few are left, the sum that is owed.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { homeResponse } from '../../../testing/responses.ts';
import { ElectricityCard } from './electricity-card.tsx';

afterEach(cleanup);

const show = (fields: Partial<ReturnType<typeof homeResponse>['electricity']>) =>
  render(<ElectricityCard electricity={{ ...homeResponse().electricity, ...fields }} reminder={undefined} />);
const button = () => screen.queryByRole('link', { name: /充值|补缴/ });

it('offers 充值 only when at most seven days are left', () => {
  const { unmount } = show({ daysLeft: 8 });
  expect(button()).toBeNull();
  unmount();
  show({ daysLeft: 7 });
  expect(button()?.textContent).toBe('充值');
});

it('says on its button what is owed', () => {
  show({ daysLeft: 0, owed: '7.251234' });
  expect(button()?.textContent).toBe('补缴 7.26 USDT');
  expect(button()?.getAttribute('href')).toContain('coin=USDT');
});
