// Covers the stored total, which is shown only while a newer one is loading, what is owed, the bell, and hints beside entries.
import { codes } from '@lode/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rootStore } from '../../lib/session/root-store.ts';
import { deferredReply, refused, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { homeResponse, pageOf } from '../../testing/responses.ts';
import { withdrawal } from '../../testing/withdrawal-response.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const total = () => screen.queryByRole('img', { name: '22,007.90' });

it('shows the stored total at once, and drops it when no newer one arrives', async () => {
  rootStore.setState({ assetsInfo: homeResponse().assetsInfo });
  startFakeServer({ indexInfo: unreachable });
  await openApp('/mine');
  expect(await screen.findByRole('img', { name: '22,007.90' })).toBeTruthy();
  await waitFor(() => expect(total()).toBeNull());
  expect(screen.getByRole('img', { name: '—' })).toBeTruthy();
});

it('has the bell, with what is unread', async () => {
  startFakeServer({ indexInfo: () => ({ ...homeResponse(), unreadMessages: 7 }) });
  await openApp('/mine');
  const bell = await screen.findByRole('link', { name: '消息，7 条未读' });
  expect(bell.getAttribute('href')).toBe('/pages/messages/index');
});

it.each(['/mine', '/assets'])('says at %s what is owed, with the way to pay it', async (page) => {
  const info = homeResponse();
  const server = startFakeServer({ indexInfo: () => info, assetsList: () => info.assetsInfo.accounts });
  await openApp(page);
  expect(await screen.findByText('产出账户')).toBeTruthy();
  expect(screen.queryByText(/欠费/)).toBeNull();
  cleanup();
  server.reply({ indexInfo: () => ({ ...info, electricity: { ...info.electricity, owed: '7.251234' } }) });
  await openApp(page);
  expect((await screen.findByText(/欠费/)).textContent).toBe('欠费 7.26 USDT，未从总资产中扣除');
  expect(screen.getByRole('link', { name: '补缴' }).getAttribute('href')).toBe('/recharge?coin=USDT');
});

it('says beside its entries what is under way and how much there is, once the balances are there', async () => {
  const info = deferredReply<'indexInfo'>();
  const server = startFakeServer({
    indexInfo: () => info.data,
    withdrawPage: () => pageOf([withdrawal(), withdrawal({ id: '19' })], 'more'),
    withdrawAddressList: () => [],
  });
  await openApp('/mine');
  await screen.findByRole('link', { name: '提现记录' });
  expect(server.of('withdrawPage')).toHaveLength(0);
  info.release(homeResponse());
  await screen.findByRole('link', { name: '提现记录 2+ 笔处理中' });
  expect(server.of('withdrawPage')[0]?.url.search).toBe('?display=PROCESSING&size=20');
  await screen.findByRole('link', { name: '登录设备 2 台' });
  expect(screen.getByRole('link', { name: '地址簿' })).toBeTruthy();
});

it('is whole and quiet where what stands beside its entries is not known', async () => {
  const tooOften = () => refused('tooOften');
  const server = startFakeServer({
    withdrawPage: tooOften,
    withdrawAddressList: tooOften,
    sessionList: tooOften,
  });
  await openApp('/mine');
  await screen.findByText('产出账户');
  for (const call of ['withdrawPage', 'withdrawAddressList', 'sessionList'] as const)
    await waitFor(() => expect(server.of(call).length).toBeGreaterThan(0));
  // An answer is read in some turns of the queue.
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
  expect(screen.queryByText(codes.tooOften.message)).toBeNull();
  expect(screen.getByRole('link', { name: '登录设备' })).toBeTruthy();
});
