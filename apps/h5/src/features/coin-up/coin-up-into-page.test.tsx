// Covers 转入: limits, dates, the electricity warning, and the outcomes of the money call.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, refused, silent } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { reminderResponse } from '../../testing/responses.ts';
import { apyResponse, coinUpRecord, savingsResponse, startCoinUpServer } from './testing/coin-up-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const field = () => screen.findByLabelText<HTMLInputElement>('转入数量');
const type = async (amount: string) => fireEvent.change(await field(), { target: { value: amount } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const agree = () => fireEvent.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }));
const alert = async () => (await screen.findByRole('alert')).textContent;
async function enterPassword() {
  const dialog = within(await screen.findByRole('dialog', { name: '请输入资金密码' }));
  for (const digit of '246810')
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}

describe('CoinUpIntoPage', () => {
  it.each(['/coinup_into?coin=USDT', '/pages/coinup_into/index?coin=USDT'])(
    'at %s shows balance, minimum, rate and dates before input [route:coinup_into] [router:alias] [call:GET /api/coin_up/date] [entity:account-of-coin]',
    async (address) => {
      startCoinUpServer();
      await openApp(address);
      await field();
      expect(screen.getByText(/电费账户可用/).textContent).toContain('214.861234');
      expect(screen.getByText('最低', { exact: false }).textContent).toContain('100.00 USDT');
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe('USDT · 4.20%');
      const dates = await screen.findByRole('list', { name: '转入日程' });
      expect(
        within(dates)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['11-20 今天转入扣款', '11-21 周六开始计息', '11-22 周日首次发放利息']);
      expect(currentAddress()).toBe(address);
    },
  );

  it('says before typing what the wallet lacks to the minimum, rounded up, and leads to 充值', async () => {
    startCoinUpServer({
      coinUpDetail: ({ url }) => {
        const coin = url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT';
        return savingsResponse(coin, coin === 'USDT' ? { available: '14.861234' } : {});
      },
    });
    await openApp('/coinup_into');
    await field();
    const link = screen.getByRole('link', { name: '去充值' });
    expect(link.getAttribute('href')).toContain('coin=USDT');
    expect(screen.getByText(/还差/).textContent).toContain('还差 85.14 USDT');
    fireEvent.click(screen.getByRole('tab', { name: /BTC/ }));
    await waitFor(() => expect(screen.queryByText(/还差/)).toBeNull());
  });

  it('counts what is owed to what is missing, as a recharge pays it first', async () => {
    startCoinUpServer({
      coinUpDetail: ({ url }) => {
        const coin = url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT';
        return savingsResponse(coin, coin === 'USDT' ? { available: '0.000000' } : {});
      },
      electricityReminder: () => ({ ...reminderResponse(), owed: '7.260000' }),
    });
    await openApp('/coinup_into');
    await waitFor(() =>
      expect(screen.getByText(/还差/).textContent).toContain(
        '还差 107.26 USDT（其中 7.26 USDT 先补扣欠费），充值后即可转入。',
      ),
    );
  });

  it('locks the body; overflow scrolls inside [router:scroll-lock]', async () => {
    startCoinUpServer();
    await openApp('/coinup_into');
    const inside = (await field()).closest('.inner');
    expect(document.documentElement.style.overflow).toBe('hidden');
    expect(inside).not.toBeNull();
    expect(inside?.contains(screen.getByRole('button', { name: '确认转入' }))).toBe(false);
    await press('返回');
    await screen.findByText('总资产折合（USDT）');
    expect(document.documentElement.style.overflow).toBe('');
  });

  it('shows a day’s interest of the amount, and fills in 全部 to its last decimal', async () => {
    startCoinUpServer();
    await openApp('/coinup_into');
    await type('150');
    expect(screen.getByText(/预计每日利息/).textContent).toBe('预计每日利息 0.017260 USDT');
    fireEvent.click(screen.getByRole('button', { name: '全部' }));
    expect((await field()).value).toBe('214.861234');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows 预留电费 of the coin’s account where there is some', async () => {
    startCoinUpServer({
      coinUpDetail: ({ url }) =>
        url.searchParams.get('coin') === 'BTC'
          ? savingsResponse('BTC')
          : savingsResponse('USDT', { reserved: '3.160000' }),
    });
    await openApp('/coinup_into?coin=USDT');
    await field();
    expect(screen.getByText('预留电费').parentElement?.textContent).toContain('3.16 USDT');
    fireEvent.click(screen.getByRole('tab', { name: 'BTC · 1.80%' }));
    expect(screen.queryByText('预留电费')).toBeNull();
  });

  it('keeps one amount per coin', async () => {
    startCoinUpServer();
    await openApp('/coinup_into');
    await type('150');
    fireEvent.click(screen.getByRole('tab', { name: 'BTC · 1.80%' }));
    expect((await field()).value).toBe('');
    expect(screen.getByText(/产出账户可用/).textContent).toContain('0.18264017');
    await type('0.1');
    expect(screen.getByText(/预计每日利息/).textContent).toBe('预计每日利息 0.00000493 BTC');
    fireEvent.click(screen.getByRole('tab', { name: 'USDT · 4.20%' }));
    expect((await field()).value).toBe('150');
  });

  it('shows a problem at the amount field, and sends nothing', async () => {
    const server = startCoinUpServer();
    await openApp('/coinup_into');
    await field();
    agree();
    await press('确认转入');
    expect(await alert()).toBe('请输入数量');
    for (const [typed, said] of [
      ['150.123', '最多 2 位小数，连同零头请点「全部」'],
      ['300', '超过可转数量'],
      ['1.2.3', '请输入正确的数量'],
    ] as const) {
      await type(typed);
      expect(await alert()).toBe(said);
    }
    await type('50');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(await field());
    expect(await alert()).toBe('低于最低数量 100.00 USDT');
    await press('确认转入');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.of('coinUpSubscribe')).toHaveLength(0);
  });

  it('requires consent first', async () => {
    const server = startCoinUpServer();
    await openApp('/coinup_into');
    await type('100');
    expect(screen.getByRole('link', { name: '《COIN UP 协议》' }).getAttribute('href')).toBe('/pages/coinup_xy/index');
    await press('确认转入');
    expect(await screen.findByText('请先阅读并同意《COIN UP 协议》')).toBeTruthy();
    expect(server.of('riskDisclosure')).toHaveLength(0);
  });

  it('warns when little electricity would be left', async () => {
    startCoinUpServer();
    await openApp('/coinup_into');
    await type('100');
    expect(screen.queryByText(/转入后电费/)).toBeNull();
    await type('150');
    expect((await screen.findByText(/转入后电费只够 1 天/)).closest('[role=status]')?.textContent).toBe(
      '转入后电费只够 1 天。余额将剩 64.86 USDT，日均电费 35.06 USDT，电费耗尽矿机会停机。',
    );
  });

  it('subscribes with the funds password and shows the dates [call:POST /api/coin_up/subscribe]', async () => {
    const server = startCoinUpServer({ coinUpSubscribe: () => coinUpRecord({ amount: '150.000000' }) });
    await openApp('/coinup_into?coin=USDT');
    await type('100');
    agree();
    await press('确认转入');
    expect((await screen.findByRole('dialog')).textContent).toContain('转入 COIN UP · USDT');
    await enterPassword();
    expect(await screen.findByRole('heading', { name: '转入成功' })).toBeTruthy();
    expect(server.of('coinUpSubscribe')[0]?.body).toEqual({ coin: 'USDT', amount: '100', password: '246810' });
    const line = (label: string) => screen.getByText(label).parentElement?.textContent;
    // 150 · 4.20 % / 365 a day.
    expect(['转入账户', '预计每日利息', '起息日', '首次发放'].map(line)).toEqual([
      '转入账户COIN UP 账户',
      '预计每日利息0.017260 USDT',
      '起息日2026-11-21',
      '首次发放2026-11-22',
    ]);
    // Once, in its rows.
    expect(screen.getAllByText(/2026-11-2\d/)).toHaveLength(2);
    fireEvent.click(screen.getByRole('link', { name: '查看记录' }));
    expect(await screen.findByText('2026-11-20 周五')).toBeTruthy();
  });

  it('asks for a second confirmation when it endangers electricity [code:40009]', async () => {
    const server = startCoinUpServer({
      coinUpSubscribe: ({ body }) =>
        (body as { confirm?: boolean }).confirm ? coinUpRecord() : refused('endangersElectricity'),
    });
    await openApp('/coinup_into');
    await type('150');
    agree();
    await press('确认转入');
    await enterPassword();
    const again = await screen.findByRole('dialog', { name: '将影响电费支付' });
    expect(again.textContent).toContain('余额将剩 64.86 USDT');
    await press('仍要继续');
    expect(await screen.findByRole('heading', { name: '转入成功' })).toBeTruthy();
    expect(server.of('coinUpSubscribe')[1]?.body).toMatchObject({ confirm: true });
  });

  it('leads to the risk disclosure and back to the typed input [code:40010]', async () => {
    const server = startCoinUpServer({ riskDisclosure: () => ({ version: '2026-01', confirmed: false }) });
    await openApp('/coinup_into?coin=BTC');
    await type('0.1');
    agree();
    await press('确认转入');
    await waitFor(() => expect(currentAddress()).toBe('/pages/user_sm/index'));
    server.reply({ riskDisclosure: () => ({ version: '2026-01', confirmed: true }) });
    await screen.findByText(/请完整阅读本声明/);
    await press('返回');
    expect((await field()).value).toBe('0.1');
    expect(currentAddress()).toBe('/coinup_into?coin=BTC');
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('true');
  });

  it('shows 暂停转入 while COIN UP is closed, also when it closes meanwhile', async () => {
    const server = startCoinUpServer({ coinUpSubscribe: () => refused('switchedOff') });
    await openApp('/coinup_into');
    await type('100');
    agree();
    await press('确认转入');
    server.reply({ apy: () => apyResponse({ isEnableFunction: false }) });
    await enterPassword();
    expect(await screen.findByRole('heading', { name: '暂停转入' })).toBeTruthy();
    expect(screen.queryByLabelText('转入数量')).toBeNull();
    expect(screen.getByRole('link', { name: '返回 COIN UP' })).toBeTruthy();
  });

  it('shows a skeleton while loading, and 重试 after a failure', async () => {
    const server = startCoinUpServer({ apy: silent });
    await openApp('/coinup_into');
    expect(await screen.findByRole('status', { name: '加载中...' })).toBeTruthy();
    resetDevice({ isLoggedIn: true });
    server.reply({ apy: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/coinup_into');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ apy: () => apyResponse() });
    fireEvent.click(retry);
    await field();
  });
});
