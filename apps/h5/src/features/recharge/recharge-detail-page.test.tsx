// Covers one deposit: its progress, transaction and address, and the question about it.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf, settingsResponse } from '../../testing/responses.ts';
import { addresses, deposit } from './testing/deposit-response.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  vi.unstubAllGlobals();
});

const serve = (...records: ReturnType<typeof deposit>[]) =>
  startFakeServer({
    coinSettings: () => settingsResponse(),
    withdrawTerms: unreachable,
    depositPage: ({ url }) => pageOf(records.filter(({ id }) => id === url.searchParams.get('id'))),
  });

describe('RechargeDetailPage', () => {
  it('shows the one deposit with its progress, can be copied and asked about', async () => {
    const one = deposit({ id: '7' });
    serve(deposit({ id: '8', amount: '1.000000' }), one);
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied }, onLine: true });
    await openApp('/recharge_detail?id=7');
    expect(await screen.findByText('确认中 12/30')).toBeTruthy();
    expect(screen.getByRole('img', { name: '+500.00 USDT' })).toBeTruthy();
    expect(screen.getByText('约 4 分钟后到账')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '确认进度' }).getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByRole('img', { name: addresses.USDT })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '复制哈希' }));
    await waitFor(() => expect(copied).toHaveBeenCalledWith(one.txid));
    expect(screen.getByRole('link', { name: '就这笔记录咨询' }).getAttribute('href')).toBe(
      '/pages/support_thread/index?of=DEPOSIT&record=7',
    );
  });

  it('says that a credited deposit arrived, and when', async () => {
    serve(deposit({ id: '7', status: 'CREDITED', confirmations: 400, creditedTime: '2026-11-20T07:48:00.000Z' }));
    await openApp('/recharge_detail?id=7');
    expect(await screen.findByText('已到账')).toBeTruthy();
    expect(screen.getByText('30/30')).toBeTruthy();
    expect(screen.getByText(/15:48/)).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each(['BELOW_MINIMUM', 'ORPHANED'] as const)('shows one that is %s as not credited', async (status) => {
    serve(deposit({ id: '7', amount: '0.400000', status }));
    await openApp('/recharge_detail?id=7');
    const amount = await screen.findByRole('img', { name: '0.40 USDT' });
    expect(amount.parentElement?.textContent).toBe('0.40 USDT 未入账');
  });

  it('says how far deposits below the minimum have come together', async () => {
    const small = { status: 'BELOW_MINIMUM' as const };
    const all = [
      deposit({ id: '7', amount: '0.400000', ...small }),
      deposit({ id: '8', amount: '2.000000', ...small }),
    ];
    startFakeServer({
      coinSettings: () => settingsResponse(),
      withdrawTerms: unreachable,
      depositPage: ({ url }) => {
        const id = url.searchParams.get('id');
        return pageOf(all.filter((one) => id === null || one.id === id));
      },
    });
    await openApp('/recharge_detail?id=7');
    const missing = await screen.findByRole('img', { name: '7.60 USDT' });
    expect(missing.parentElement?.textContent).toBe('已累计 2.40，还差 7.60 USDT 即入账');
  });

  it.each(['/recharge_detail', '/recharge_detail?id=9'])('%s leads to the list', async (address) => {
    serve(deposit({ id: '7' }));
    await openApp(address);
    expect(await screen.findByText('没有这笔充值')).toBeTruthy();
    expect(screen.getByRole('link', { name: '充值' }).getAttribute('href')).toBe('/recharge');
  });
});
