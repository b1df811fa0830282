// Covers the empty queue: nothing of it looks stopped, and it says what comes next and what others still decide.
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-11-20T06:00:00Z';

it('says what comes next, and what waits for others', async () => {
  const none = { detail: null, subject: null, account: null, address: null, coin: null, amount: null, usdt: null };
  const own = { kind: 'PROPOSAL', id: '1', isMine: false, ...none, title: 'treasury:pay', by: 'me', day: null };
  const next = { date: '2026-11-20', dueAt: '2026-11-21T06:00:00Z' };
  serveConsole(() => ({
    role: 'FINANCE',
    data: {
      '/staff/queue': { items: [{ ...own, count: null, since: at }], cut: [], failed: [], prices: [], readAt: at },
      '/staff/days': { month: '2026-11', days: [], next },
    },
  }));
  window.history.replaceState(null, '', '/');
  render(<App />);
  const list = await screen.findByRole('region', { name: '接下来会有' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['COIN UP 日结 11-20', '采矿 日结 11-20']);
  expect(links[0]?.getAttribute('href')).toBe('/days?kind=coin-up&date=2026-11-20');
  expect(within(list).getAllByText('11-21 14:00')).toHaveLength(2);
  expect(screen.getByText('您提议的 1 件在等别人复核。')).toBeTruthy();
  expect(screen.getByText('我提议的 1')).toBeTruthy();
  const pane = screen.getByRole('group', { name: '类别' });
  expect(pane.querySelectorAll('svg[class*=ok]').length).toBe(pane.querySelectorAll('svg').length);
});
