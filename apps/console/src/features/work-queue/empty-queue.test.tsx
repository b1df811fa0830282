// Covers the empty queue: nothing of it looks stopped, and it says what was done today, what comes next and what others still decide.
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
const nothing = { items: [], cut: [], failed: [], prices: [], readAt: at };
const handled = {
  actions: [
    { action: 'withdrawal:approve', count: 31 },
    { action: 'setting:change', count: 2 },
    { action: 'alarm:settle', count: 1 },
  ],
  isCut: false,
  last: { action: 'withdrawal:approve', subject: 'withdrawal 31077', at: '2026-11-20T09:42:00Z' },
};

async function openQueue(role: string, queue: object): Promise<void> {
  serveConsole(() => ({
    role,
    data: { '/staff/queue': queue, '/staff/days': { month: '2026-11', days: [], next: null } },
  }));
  window.history.replaceState(null, '', '/');
  render(<App />);
  await screen.findByText(/^0 件等您/);
}

it('says what comes next, and what waits for others', async () => {
  const none = { detail: null, subject: null, account: null, address: null, coin: null, amount: null, usdt: null };
  const own = { kind: 'PROPOSAL', id: '1', isMine: false, ...none, title: 'treasury:pay', by: 'me', day: null };
  const next = { date: '2026-11-20', dueAt: '2026-11-21T06:00:00Z' };
  serveConsole(() => ({
    role: 'FINANCE',
    data: {
      '/staff/queue': {
        items: [{ ...own, count: null, since: at }],
        cut: [],
        failed: [],
        handled: null,
        prices: [],
        readAt: at,
      },
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

it.each([
  ['APPROVER', '/audit?staff=me&action=setting%3Achange'],
  ['FINANCE', '/settings'],
])('says to %s what was done today, each kind with a link, and what was the last', async (role, path) => {
  await openQueue(role, { ...nothing, handled });
  expect(screen.getByText('· 今天已处理 34 件')).toBeTruthy();
  const last = screen.getByText(/^各类都已清空，最后一件在 17:42：/);
  const link = within(last).getByRole('link', { name: '批准提现 · 提现 31077' });
  expect(link.getAttribute('href')).toBe('/withdrawals/31077');
  const kinds = within(screen.getByRole('list', { name: '今天已处理' }));
  expect(kinds.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '批准提现 31',
    '参数设置 2',
    '处理警报 1',
  ]);
  expect(kinds.getByRole('link', { name: '参数设置' }).getAttribute('href')).toBe(path);
});

it('says of a day without anything done that it is none, and of more than is counted that there may be more', async () => {
  await openQueue('FINANCE', { ...nothing, handled: { actions: [], isCut: false, last: null } });
  expect(screen.getByText('· 今天已处理 0 件')).toBeTruthy();
  expect(screen.queryByText(/最后一件/)).toBeNull();
  expect(screen.queryByRole('list', { name: '今天已处理' })).toBeNull();
  cleanup();
  await openQueue('FINANCE', { ...nothing, handled: { ...handled, isCut: true } });
  expect(screen.getByText('· 今天已处理 34+ 件')).toBeTruthy();
  cleanup();
  await openQueue('FINANCE', { ...nothing, handled: null });
  expect(screen.queryByText(/今天已处理/)).toBeNull();
});

it('does not say that all is done while another kind waits', async () => {
  const none = { detail: null, subject: null, account: null, address: null, coin: null, amount: null, usdt: null };
  const alert = {
    kind: 'ALERT',
    id: '1',
    isMine: true,
    ...none,
    title: 'x',
    by: null,
    day: null,
    count: null,
    since: at,
  };
  serveConsole(() => ({
    role: 'FINANCE',
    data: {
      '/staff/queue': { ...nothing, items: [alert], handled },
      '/staff/days': { month: '2026-11', days: [], next: null },
    },
  }));
  window.history.replaceState(null, '', '/?kind=THREAD');
  render(<App />);
  await screen.findByText(/^0 件等您/);
  expect(screen.queryByText(/各类都已清空/)).toBeNull();
});
