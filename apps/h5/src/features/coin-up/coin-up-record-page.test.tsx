// Covers the records of COIN UP: every direction and state, filters, the rate of interest; and the two agreements.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, silent } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf } from '../../testing/responses.ts';
import { coinUpRecord, coinUpRecords, savingsResponse, startCoinUpServer } from './testing/coin-up-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const rows = () => [...document.querySelectorAll('.row')].map(({ textContent }) => textContent);
const asked = (server: ReturnType<typeof startCoinUpServer>) =>
  Object.fromEntries(server.of('coinUpPage').at(-1)?.url.searchParams ?? []);

describe('CoinUpRecordPage', () => {
  it.each(['/coinup_record', '/pages/coinup_record/index'])(
    'at %s lists every direction and state by date, and interest with its rate [route:coinup_record] [router:alias] [call:GET /api/coin_up/page] [entity:transfer-direction.IN] [entity:transfer-direction.OUT] [entity:transfer-direction.INCOMES] [entity:transfer-state.INTRANSIT] [entity:transfer-state.INCOME] [entity:transfer-state.SUCCESS]',
    async (address) => {
      startCoinUpServer();
      await openApp(address);
      expect(await screen.findByText('2026-11-20 周五')).toBeTruthy();
      expect(currentAddress()).toBe(address);
      expect(rows()).toEqual([
        '转入申购10:24 · 11-21 起息120.00 USDT在途',
        '转出赎回10:24 · 11-21 到账0.02000000 BTC在途',
        '利息11-20 发放+0.561534 USDT',
        '转出赎回 · 利息10:24 · 立即到账3.00 USDT完成',
        '转入申购10:24 · 11-02 起息4,880.00 USDT完成',
      ]);
      expect(screen.getByText('没有更多了')).toBeTruthy();
      expect(screen.queryByText(/年化/)).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: /^利息.*发放/ }));
      expect(document.querySelector('.rate')?.textContent).toBe('年化 4.20% · 发放收益');
    },
  );

  it('filters by direction and coin, and keeps the choice in the address', async () => {
    const server = startCoinUpServer();
    await openApp('/coinup_record?coin=USDT');
    await screen.findByText('2026-11-20 周五');
    expect(asked(server)).toMatchObject({ coin: 'USDT' });
    fireEvent.click(screen.getByRole('button', { name: '产出收益' }));
    await waitFor(() => expect(asked(server)).toMatchObject({ coin: 'USDT', direction: 'INCOMES' }));
    expect(currentAddress()).toContain('direction=INCOMES');
    fireEvent.click(screen.getByRole('button', { name: '全部币种' }));
    await waitFor(() => expect(asked(server)).toEqual({ direction: 'INCOMES', size: '50' }));
  });

  it('says where older interest is, beside what interest stands in', async () => {
    startCoinUpServer({
      coinUpDetail: ({ url }) =>
        url.searchParams.get('coin') === 'BTC'
          ? savingsResponse('BTC', { elsewhereTo: '2026-08-31' })
          : savingsResponse('USDT', { elsewhereTo: '2026-09-30' }),
    });
    await openApp('/coinup_record');
    expect(await screen.findByText(/^2026-09-30 及更早的利息已归档/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'BTC' }));
    expect(await screen.findByText(/^2026-08-31 及更早的利息已归档/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '转入申购' }));
    await waitFor(() => expect(screen.queryByText(/已归档/)).toBeNull());
  });

  it('opens a record to the question about it; a thread leads to the one that it is about', async () => {
    const [first] = coinUpRecords();
    const server = startCoinUpServer();
    await openApp('/coinup_record');
    const row = await screen.findByRole('button', { name: /^转入申购.*120.00 USDT/ });
    fireEvent.click(row);
    const link = screen.getByRole('link', { name: '就这笔记录咨询' });
    expect(link.getAttribute('href')).toBe(`/pages/support_thread/index?of=COIN_UP&record=${first?.id}`);
    await openApp(`/coinup_record?id=${first?.id}`);
    await waitFor(() => expect(asked(server)).toMatchObject({ id: first?.id }));
  });

  it('ignores invalid filters in the address', async () => {
    const server = startCoinUpServer();
    await openApp('/coinup_record?coin=DOGE&direction=SIDEWAYS');
    await screen.findByText('2026-11-20 周五');
    expect(asked(server)).toEqual({ size: '50' });
  });

  it('loads the next page at the end [overlay:pull-to-refresh]', async () => {
    const server = startCoinUpServer({
      coinUpPage: ({ url }) =>
        url.searchParams.get('cursor') === 'next'
          ? pageOf([coinUpRecord({ id: '1', date: '2026-10-01', amount: '101.000000' })])
          : pageOf(coinUpRecords(), 'next'),
    });
    await openApp('/coinup_record');
    await screen.findByText('2026-11-20 周五');
    await act(async () => void window.dispatchEvent(new Event('scroll')));
    expect(await screen.findByText('2026-10-01 周四')).toBeTruthy();
    expect(asked(server)).toMatchObject({ cursor: 'next' });
  });

  it('distinguishes an empty history from an empty filter result', async () => {
    const server = startCoinUpServer({ coinUpPage: () => pageOf([]) });
    await openApp('/coinup_record');
    expect(await screen.findByText('还没有记录')).toBeTruthy();
    expect(screen.getByRole('link', { name: '返回 COIN UP' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'BTC' }));
    expect(await screen.findByText('没有这类记录')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '查看全部' }));
    await waitFor(() => expect(currentAddress()).toBe('/coinup_record'));
    expect(asked(server)).toMatchObject({ size: '50' });
  });

  it('shows a skeleton while loading, and 重试 after a failure', async () => {
    const server = startCoinUpServer({ coinUpPage: silent });
    await openApp('/coinup_record');
    await waitFor(() => expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(0));
    resetDevice({ isLoggedIn: true });
    server.reply({ coinUpPage: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/coinup_record');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ coinUpPage: () => pageOf(coinUpRecords()) });
    fireEvent.click(retry);
    expect(await screen.findByText('2026-11-20 周五')).toBeTruthy();
  });
});

it('is linked from 我的, with the agreement [route:mine]', async () => {
  startCoinUpServer();
  await openApp('/mine');
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('COIN UP 记录')).toBe('/pages/coinup_record/index');
  expect(await link('COIN UP 协议')).toBe('/pages/coinup_xy/index');
});

describe('the agreements', () => {
  it.each([
    ['/coinup_safe', '利息来自利息基金', '本金与利息如何隔离'],
    ['/pages/coinup_safe/index', '风险提示', '本金与利息如何隔离'],
    ['/coinup_xy', '三、计息与发放', 'COIN UP 协议'],
    ['/pages/coinup_xy/index', '八、风险', 'COIN UP 协议'],
  ])(
    '%s is readable without a session [route:coinup_safe] [route:coinup_xy] [router:alias]',
    async (address, heading, title) => {
      resetDevice({ isLoggedIn: false });
      const server = startCoinUpServer();
      await openApp(address);
      expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
      expect(server.of('coinUpSafety')).toHaveLength(0);
      expect(document.title).toBe(title);
      expect(currentAddress()).toBe(address);
    },
  );

  it('shows today’s principal, fund and days of cover to a customer [call:GET /api/coin_up/safety]', async () => {
    const server = startCoinUpServer();
    await openApp('/coinup_safe');
    const card = await screen.findByRole('region', { name: '今日账面' });
    await waitFor(() => expect(card.textContent).toContain('11-20 10:24 更新'));
    expect(card.textContent).toContain(
      'BTC客户本金合计12.50000000 BTC利息基金余额0.25000000 BTC每日应付利息0.00061643 BTC基金可付405 天',
    );
    expect(card.textContent).toContain('每日应付利息0.00 USDT基金可付—');
    expect(screen.getByRole('heading', { name: '利息来自利息基金' })).toBeTruthy();
    expect(server.of('coinUpSafety')).toHaveLength(1);
  });

  it('says in years what covers interest for longer than three', async () => {
    const none = { principal: '1.000000', fund: '1.000000', owed: '0.000000', dailyInterest: '0.000001' };
    startCoinUpServer({
      coinUpSafety: () => ({
        time: '2026-11-20T02:24:00.000Z',
        coins: [
          { ...none, coin: 'BTC', coverDays: 32_225 },
          { ...none, coin: 'USDT', coverDays: 1095 },
        ],
      }),
    });
    await openApp('/coinup_safe');
    const card = await screen.findByRole('region', { name: '今日账面' });
    await waitFor(() => expect(card.textContent).toContain('基金可付约 88 年（32,225 天）'));
    expect(card.textContent).toContain('基金可付1,095 天');
  });
});
