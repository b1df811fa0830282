// Covers priced and unpriced assets on the home page.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../../testing/render-app.tsx';
import { homeResponse } from '../../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

it('values an account without its unpriced coin, and names that coin', async () => {
  const info = homeResponse();
  for (const balance of info.assetsInfo.accounts) if (balance.coin === 'DOGE') balance.valueUsdt = null;
  info.assetsInfo.totalUsdt = '21737.580000';
  startFakeServer({ indexInfo: () => info });
  await openApp('/index');
  expect(await screen.findByText('另有 DOGE 未计价')).toBeTruthy();
  expect(screen.getByRole('img', { name: '21,522.72' })).toBeTruthy();
  expect(screen.getByRole('img', { name: '产出账户 99%，电费账户 0%' })).toBeTruthy();
});

it('names no coin when every coin has a price, and dates the last closed day [area:home]', async () => {
  startFakeServer();
  await openApp('/index');
  await screen.findByRole('img', { name: '22,007.90' });
  expect(screen.getByText('昨日产出 · 11-19')).toBeTruthy();
  expect(screen.queryByText(/未计价/)).toBeNull();
});

it('says by which price yesterday is valued, as the net has the price of the day', async () => {
  const info = homeResponse();
  const server = startFakeServer({ indexInfo: () => info });
  await openApp('/index');
  expect((await screen.findByText(/按演示币价$/)).textContent).toMatch(/^≈ [\d.,]+ USDT 按演示币价$/);
  const mining = { ...info.mining, source: 'node' as const };
  server.reply({ indexInfo: () => ({ ...info, mining }) });
  await openApp('/index');
  expect((await screen.findByText(/按现价$/)).textContent).toMatch(/^≈ [\d.,]+ USDT 按现价$/);
});

it.each([
  [8, /^今日预估 · 截至 \d\d:\d\d/],
  [0, /^今日已产（预估）$/],
])('says of today’s estimate with %i machines running what adds to it', async (runningCount, label) => {
  const info = homeResponse();
  startFakeServer({ indexInfo: () => ({ ...info, mining: { ...info.mining, runningCount } }) });
  await openApp('/index');
  // The label alone stands in the skeleton too.
  expect(await screen.findByText(label)).toBeTruthy();
});

it('says beside the total what is owed, which it does not subtract', async () => {
  const info = homeResponse();
  const server = startFakeServer({
    indexInfo: () => ({ ...info, electricity: { ...info.electricity, owed: '7.260001' } }),
  });
  await openApp('/index');
  expect((await screen.findByText(/^另欠电费/)).textContent).toBe('另欠电费 7.27 USDT');
  resetDevice({ isLoggedIn: true });
  server.reply({ indexInfo: () => info });
  await openApp('/index');
  await screen.findByText('昨日产出 · 11-19');
  expect(screen.queryAllByText(/^另欠电费/)).toHaveLength(0);
});

it('guides a new customer instead of showing zeros, and shows money without machines as it is', async () => {
  const info = homeResponse();
  info.mining = { ...info.mining, machineCount: 0, runningCount: 0, statusCounts: [], total: [], last30: [] };
  const { accounts } = info.assetsInfo;
  info.assetsInfo.accounts = accounts.map((balance) => ({
    ...balance,
    total: '0',
    available: '0',
    valueUsdt: '0.000000',
  }));
  info.assetsInfo.totalUsdt = '0.000000';
  const server = startFakeServer({ indexInfo: () => info });
  await openApp('/index');
  expect(await screen.findByRole('heading', { name: '欢迎使用矿脉' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '提现' })).toBeTruthy();
  expect(screen.queryByText('总资产折合（USDT）')).toBeNull();
  expect(screen.queryByText(/昨日产出/)).toBeNull();

  server.reply({ indexInfo: () => ({ ...info, assetsInfo: { ...info.assetsInfo, accounts, totalUsdt: '9.000000' } }) });
  await openApp('/index');
  expect(await screen.findByRole('img', { name: '9.00' })).toBeTruthy();
  expect(screen.queryByText(/昨日产出/)).toBeNull();
});
