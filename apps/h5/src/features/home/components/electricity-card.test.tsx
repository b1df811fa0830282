// Covers the button of the electricity card: none while days are plenty, 充值 when few are left, the sum that is owed; and
// its place on the home page.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../../testing/render-app.tsx';
import { homeResponse } from '../../../testing/responses.ts';
import { ElectricityCard } from './electricity-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

it.each([
  [{ daysLeft: 2 }, false],
  [{ daysLeft: 1 }, true],
  [{ daysLeft: null, owed: '7.251234' }, true],
])('with %j is the first of the home page: %s', async (fields, isFirst) => {
  const info = homeResponse();
  resetDevice({ isLoggedIn: true });
  startFakeServer({ indexInfo: () => ({ ...info, electricity: { ...info.electricity, ...fields } }) });
  await openApp('/index');
  // Asked anew each time: a card that another rendering has replaced follows nothing.
  await waitFor(() => {
    const card = screen.getByRole('region', { name: '电费' });
    const earnings = screen.getByRole('region', { name: '净收益' });
    const isAbove = (card.compareDocumentPosition(earnings) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(isAbove).toBe(isFirst);
  });
});
