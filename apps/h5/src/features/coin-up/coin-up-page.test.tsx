// Covers the COIN UP page: rates, positions and interest of both coins, its links, and its closed, owed, empty, failed and
// offline states.

import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, silent } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { homeResponse } from '../../testing/responses.ts';
import { apyResponse, noSavings, savingsResponse, startCoinUpServer } from './testing/coin-up-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

const card = (coin: string) => screen.findByRole('region', { name: coin });

describe('CoinUpPage', () => {
  it.each(['/coinup', '/pages/coinup/index'])(
    'at %s shows both coins: rate, minimum, principal, in transit, interest [route:coinup] [router:alias] [area:coin-up] [call:GET /api/coin_up/detail] [call:GET /api/setting/detail/apy]',
    async (address) => {
      startCoinUpServer();
      await openApp(address);
      expect(currentAddress()).toBe(address);
      const btc = (await card('BTC')).textContent;
      for (const text of ['0.00100000 BTC 起', '1.80', '参考年化', '我的本金0.10000000 BTC', '其中在途0.00000000 BTC'])
        expect(btc).toContain(text);
      expect(btc).toMatch(/昨日利息\+0\.00000493 BTC累计利息0\.00007890 BTC可转出利息0\.\d{8} BTC/);
      const usdt = (await card('USDT')).textContent;
      for (const text of [
        '100.00 USDT 起',
        '4.20',
        '我的本金5,000.00 USDT',
        '其中在途 · 次日起息120.00 USDT',
        '+0.561534 USDT',
      ])
        expect(usdt).toContain(text);
      const hero = await screen.findByRole('region', { name: 'COIN UP 资产与利息' });
      await waitFor(() => expect(hero.textContent).toContain('16,784.23'));
      // All digits, as in the cards: 0.00000493 BTC at 117,842.30 USDT and 0.561534 USDT.
      expect(hero.textContent).toContain('+1.142496');
      expect(hero.textContent).not.toContain('最高');
      expect(within(hero).getByRole('slider', { name: '近 30 日累计利息，折合 USDT' })).toBeTruthy();
      expect(screen.getByRole('navigation').querySelector('[aria-current]')?.textContent).toBe('COIN UP');
    },
  );

  it('links to 转入 转出 记录 规则 安全', async () => {
    startCoinUpServer();
    await openApp('/coinup');
    const link = (within_: HTMLElement, name: string) => within(within_).getByRole('link', { name });
    expect(link(await card('BTC'), '转入').getAttribute('href')).toBe('/pages/coinup_into/index?coin=BTC');
    expect(link(await card('USDT'), '转出').getAttribute('href')).toBe('/pages/coinup_out/index?coin=USDT');
    expect(screen.getByRole('link', { name: '转入转出记录' }).getAttribute('href')).toBe('/pages/coinup_record/index');
    expect(screen.getByRole('link', { name: '安全' }).getAttribute('href')).toBe('/pages/coinup_safe/index');
    fireEvent.click(screen.getByRole('button', { name: /计息规则/ }));
    const rules = await screen.findByRole('dialog', { name: '计息规则' });
    expect(rules.textContent).toContain('T+1 日开始计息');
    expect(within(rules).getByRole('link', { name: '《COIN UP 协议》' })).toBeTruthy();
  });

  it('shows 暂停转入 while it is closed; only redemption stays available', async () => {
    startCoinUpServer({ apy: () => apyResponse({ isEnableFunction: false }) });
    await openApp('/coinup');
    const usdt = within(await card('USDT'));
    expect(screen.getByText('暂停转入')).toBeTruthy();
    expect(usdt.getByRole('link', { name: '转出' })).toBeTruthy();
    expect(usdt.queryByRole('link', { name: '转入' })).toBeNull();
    fireEvent.click(usdt.getByRole('button', { name: '转入' }));
    await waitFor(() => expect(screen.getAllByText('暂停转入')).toHaveLength(2));
    expect(currentAddress()).toBe('/coinup');
  });

  it('shows interest owed, and why subscriptions are closed', async () => {
    startCoinUpServer({
      apy: () => apyResponse({ isEnableFunction: false }),
      coinUpDetail: ({ url }) =>
        url.searchParams.get('coin') === 'BTC'
          ? savingsResponse('BTC')
          : savingsResponse('USDT', { interestOwed: '0.561534', inTransitIn: '0.000000', inTransitOut: '80.000000' }),
    });
    await openApp('/coinup');
    const usdt = (await card('USDT')).textContent;
    expect(usdt).toContain('待发放利息0.561534 USDT');
    expect(usdt).toContain('在途 · 次日到账80.00 USDT');
    expect(screen.getByText(/平台利息基金补足后按日期先后自动补发/)).toBeTruthy();
  });

  it('announces a future rate', async () => {
    startCoinUpServer({ apy: () => apyResponse({ announced: [{ date: '2026-11-28', coin: 'USDT', apy: '3.80' }] }) });
    await openApp('/coinup');
    expect(await screen.findByText('2026-11-28 起，USDT 参考年化调整为 3.80%')).toBeTruthy();
  });

  it('shows a new customer what savings bring and when interest begins, in place of sums of nothing', async () => {
    startCoinUpServer({
      coinUpDetail: ({ url }) => noSavings(url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT'),
    });
    await openApp('/coinup');
    const hero = await screen.findByRole('region', { name: 'COIN UP 资产与利息' });
    expect(hero.textContent).toContain('今天转入，明天起息，后天首次发放');
    expect(hero.textContent).toContain('每存 1,000 USDT，每天约+0.115068');
    expect(hero.textContent).not.toContain('本金折合');
    expect(screen.queryByRole('img', { name: '近 30 日累计利息，折合 USDT' })).toBeNull();
    const usdt = await card('USDT');
    expect(usdt.textContent).toContain('100.00 USDT 起');
    expect(within(usdt).getByRole('link', { name: '转入' })).toBeTruthy();
    // Nothing to sum up, and nothing to redeem.
    expect(usdt.textContent).not.toContain('我的本金');
    expect(within(usdt).queryByRole('link', { name: '转出' })).toBeNull();
  });

  it('dates the latest closed day, as the home page does', async () => {
    startCoinUpServer();
    await openApp('/coinup');
    expect(await screen.findByText('昨日利息 · 11-19（USDT）')).toBeTruthy();
  });

  it('shows a skeleton while loading, and 重试 after a failure', async () => {
    const server = startCoinUpServer({ coinUpDetail: silent });
    await openApp('/coinup');
    expect(await screen.findByRole('status', { name: '加载中...' })).toBeTruthy();
    resetDevice({ isLoggedIn: true });
    server.reply({ coinUpDetail: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/coinup');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({
      coinUpDetail: ({ url }) => savingsResponse(url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT'),
    });
    fireEvent.click(retry);
    expect(await card('BTC')).toBeTruthy();
  });

  it('keeps old figures with their time while offline', async () => {
    startCoinUpServer();
    await openApp('/coinup');
    await card('BTC');
    await act(async () => onlineManager.setOnline(false));
    expect(await screen.findByText(/显示的是 \d\d:\d\d 的数据/)).toBeTruthy();
    expect(await card('BTC')).toBeTruthy();
  });

  it('is linked from the home page while it is open', async () => {
    startCoinUpServer({
      indexInfo: () => ({ ...homeResponse(), coinUp: { ...homeResponse().coinUp, isEnableFunction: true } }),
    });
    await openApp('/index');
    const entry = within(await screen.findByRole('region', { name: 'COIN UP 活期增币' }));
    fireEvent.click(entry.getByRole('link', { name: '查看' }));
    await card('USDT');
    expect(currentAddress()).toBe('/pages/coinup/index');
  });
});
