// Covers the recharge page: notes, address, and deposits as they confirm.
import type { Data } from '@lode/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf, reminderResponse, settingsResponse } from '../../testing/responses.ts';
import { addresses, deposit } from './testing/deposit-response.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  vi.unstubAllGlobals();
});

function addressResponse(coin: 'BTC' | 'USDT', hasFaucet = false): Data<'depositAddress'> {
  return coin === 'BTC'
    ? { coin, network: 'BITCOIN', address: addresses.BTC, min: '0.00010000', confirmations: 3, hasFaucet }
    : { coin, network: 'ERC20', address: addresses.USDT, min: '10.000000', confirmations: 30, hasFaucet };
}

type Replies = Parameters<typeof startFakeServer>[0];
const serve = (replies: Replies = {}) =>
  startFakeServer({
    coinSettings: () => settingsResponse(),
    depositAddress: ({ url }) => addressResponse(url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT'),
    depositPage: () => pageOf([]),
    ...replies,
  });

describe('RechargePage', () => {
  it('shows network, minimum and confirmations, then the address to scan, read and copy [route:recharge] [call:GET /api/setting/detail/wallet]', async () => {
    serve();
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied }, onLine: true });
    await openApp('/recharge');
    expect(await screen.findByRole('img', { name: addresses.USDT })).toBeTruthy();
    expect(screen.getByRole('img', { name: '10.00 USDT' })).toBeTruthy();
    expect(screen.getByText('· 约 6 分钟')).toBeTruthy();
    expect(screen.getByText('只接收 ERC20 网络的 USDT。')).toBeTruthy();
    expect(await screen.findByTitle('充值地址二维码')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '复制地址' }));
    await waitFor(() => expect(copied).toHaveBeenCalledWith(addresses.USDT));
    expect(await screen.findByText('复制成功')).toBeTruthy();
    expect(screen.getByText('还没有充值')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '领取测试币' })).toBeNull();
    await waitFor(() => expect(document.title).toBe('充值'));
  });

  it('switches the coin, also by link, with its own address', async () => {
    const server = serve();
    await openApp('/pages/recharge/index?coin=BTC');
    expect(await screen.findByRole('img', { name: addresses.BTC })).toBeTruthy();
    expect(screen.getByText('只接收 BITCOIN 网络的 BTC。')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'USDT' }));
    expect(await screen.findByRole('img', { name: addresses.USDT })).toBeTruthy();
    expect(screen.queryByRole('img', { name: addresses.BTC })).toBeNull();
    expect(server.of('depositAddress').map(({ url }) => url.searchParams.get('network'))).toEqual(['BITCOIN', 'ERC20']);
  });

  it('says what is owed, and that an arrival pays it', async () => {
    serve({ electricityReminder: () => ({ ...reminderResponse(), owed: '7.251234' }) });
    await openApp('/recharge?coin=USDT');
    expect((await screen.findByText(/^欠费/)).textContent).toBe('欠费 7.26 USDT。USDT 到账后自动补缴，其余留在账户');
    fireEvent.click(screen.getByRole('tab', { name: 'BTC' }));
    expect(screen.getByText(/^欠费/).textContent).toContain('BTC 到账后自动补缴');
  });

  it('states that deposited BTC pays electricity in either mode', async () => {
    serve();
    await openApp('/recharge?coin=BTC');
    expect(await screen.findByText(/电费账户不足，或选择优先产出抵扣时，也会用来支付电费/)).toBeTruthy();
  });

  it('lists the deposits of the selected coin only [call:GET /api/user/wallet/deposit/address]', async () => {
    const bitcoin = deposit({ id: '2', coin: 'BTC', network: 'BITCOIN', address: addresses.BTC, amount: '0.50000000' });
    serve({
      depositPage: ({ url }) =>
        pageOf([bitcoin, deposit()].filter(({ coin }) => (url.searchParams.get('coin') ?? coin) === coin)),
    });
    await openApp('/recharge');
    expect(await screen.findByRole('img', { name: '+500.00 USDT' })).toBeTruthy();
    expect(screen.queryByRole('img', { name: '+0.50000000 BTC' })).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: 'BTC' }));
    expect(await screen.findByRole('img', { name: '+0.50000000 BTC' })).toBeTruthy();
    expect(screen.queryByRole('img', { name: '+500.00 USDT' })).toBeNull();
  });

  it('shows every status and the progress of confirmations', async () => {
    serve({
      depositPage: () =>
        pageOf([
          deposit({ id: '5', status: 'SEEN', confirmations: 0 }),
          deposit({ id: '4' }),
          deposit({ id: '3', status: 'CREDITED', confirmations: 400, creditedTime: '2026-11-20T07:42:00.000Z' }),
          deposit({ id: '2', status: 'BELOW_MINIMUM', amount: '6.500000' }),
          deposit({ id: '1', status: 'ORPHANED', confirmations: 0 }),
        ]),
    });
    await openApp('/recharge');
    await screen.findByText('确认中 12/30');
    const rows = screen.getAllByRole('listitem').filter((row) => within(row).queryByText(/11-20/));
    expect(rows.map((row) => row.textContent)).toEqual([
      '+500.00 USDT等待打包11-20 15:42 · 约 6 分钟后到账',
      '+500.00 USDT确认中 12/3011-20 15:42 · 约 4 分钟后到账',
      '+500.00 USDT已到账11-20 15:42',
      '6.50 USDT 未入账低于最低额11-20 15:42 · 累计满 10 USDT 即入账',
      '500.00 USDT 未入账待重新确认11-20 15:42 · 网络正在重新确认这笔转账，确认后照常到账',
    ]);
    const links = rows.map((row) => within(row).getByRole('link').getAttribute('href'));
    expect(links).toEqual(['5', '4', '3', '2', '1'].map((id) => `/pages/recharge_detail/index?id=${id}`));
    const bars = screen.getAllByRole('progressbar', { name: '确认进度' });
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['0', '40']);
  });

  it('polls until the deposit is credited, then refreshes the balances [call:GET /api/user/wallet] [call:GET /api/user/wallet/deposit/page]', async () => {
    let record = deposit();
    const server = serve({ depositPage: () => pageOf([record]) });
    await openApp('/recharge');
    expect(await screen.findByText('确认中 12/30')).toBeTruthy();
    record = deposit({ confirmations: 29 });
    expect(await screen.findByText('确认中 29/30', {}, { timeout: 30_000 })).toBeTruthy();
    record = deposit({ status: 'CREDITED', confirmations: 30, creditedTime: '2026-11-20T07:48:00.000Z' });
    expect(await screen.findByText('已到账', {}, { timeout: 30_000 })).toBeTruthy();
    expect(server.of('depositPage').length).toBeGreaterThanOrEqual(3);
  });

  it('reports a closed network and shows no address until it opens', async () => {
    let isOpen = false;
    const server = serve({ coinSettings: () => settingsResponse({ BTC: true, USDT: isOpen }) });
    await openApp('/recharge');
    expect(await screen.findByText('暂未开通')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '复制地址' })).toBeNull();
    expect(server.of('depositAddress')).toEqual([]);
    isOpen = true;
    expect(await screen.findByRole('img', { name: addresses.USDT }, { timeout: 30_000 })).toBeTruthy();
  });

  it('reports a server that does not respond, and retries', async () => {
    let isBroken = true;
    serve({ depositAddress: () => (isBroken ? unreachable() : addressResponse('USDT')) });
    await openApp('/recharge');
    const retry = await screen.findByRole('button', { name: '重试' });
    isBroken = false;
    fireEvent.click(retry);
    expect(await screen.findByRole('img', { name: addresses.USDT })).toBeTruthy();
  });

  it('offers the faucet in the demo only', async () => {
    const server = serve({ depositAddress: () => addressResponse('USDT', true) });
    const fakeFetch = globalThis.fetch;
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      if (input !== '/dev/faucet') return fakeFetch(input, init);
      asked.push(JSON.parse(init?.body as string));
      return Promise.resolve(new Response('{}'));
    });
    await openApp('/recharge');
    fireEvent.click(await screen.findByRole('button', { name: '领取测试币' }));
    expect(await screen.findByText('测试币已发出')).toBeTruthy();
    expect(asked).toEqual([{ network: 'ERC20', address: addresses.USDT }]);
    // The payment appears in the list by polling.
    server.reply({ depositPage: () => pageOf([deposit({ status: 'SEEN', confirmations: 0 })]) });
    expect(await screen.findByText('等待打包')).toBeTruthy();
  });

  it('closes when the network closes while the page is open', async () => {
    serve({ depositAddress: () => refused('switchedOff') });
    await openApp('/recharge');
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
  });
});
