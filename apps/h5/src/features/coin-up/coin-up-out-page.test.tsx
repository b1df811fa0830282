// Covers 转出: principal that arrives the next day, interest at once, and amounts that cannot be redeemed.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, refused } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import {
  apyResponse,
  coinUpRecord,
  noSavings,
  savingsResponse,
  startCoinUpServer,
} from './testing/coin-up-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const field = () => screen.findByLabelText<HTMLInputElement>('转出数量');
const type = async (amount: string) => fireEvent.change(await field(), { target: { value: amount } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
async function enterPassword() {
  const dialog = within(await screen.findByRole('dialog', { name: '请输入资金密码' }));
  for (const digit of '246810')
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}
const steps = async () => {
  const list = within(await screen.findByRole('list', { name: '转出日程' }));
  return list.getAllByRole('listitem').map(({ textContent }) => textContent);
};
const redemption = coinUpRecord({ direction: 'OUT', amount: '4880.000000' });

describe('CoinUpOutPage', () => {
  it.each(['/coinup_out?coin=USDT', '/pages/coinup_out/index?coin=USDT'])(
    'at %s redeems principal, which arrives the next day; the body is locked [route:coinup_out] [router:alias] [router:scroll-lock] [call:POST /api/coin_up/redemption]',
    async (address) => {
      const server = startCoinUpServer({ coinUpRedeem: () => redemption });
      await openApp(address);
      await field();
      expect(currentAddress()).toBe(address);
      expect(document.documentElement.style.overflow).toBe('hidden');
      expect(screen.getByText(/计息中可转出/).textContent).toContain('4,880.00');
      expect(await steps()).toEqual(['11-20 今天停止计息', '11-21 周六转出到电费账户']);
      expect(screen.getByText(/^另有.*在途，次日起息后才能转出。$/).textContent).toContain('120.00 USDT');
      fireEvent.click(screen.getByRole('button', { name: '全部' }));
      expect((await field()).value).toBe('4880');
      await press('确认转出');
      await enterPassword();
      expect(await screen.findByRole('heading', { name: '转出已提交' })).toBeTruthy();
      expect(screen.getByText('2026-11-21 到账电费账户')).toBeTruthy();
      expect(server.of('coinUpRedeem')[0]?.body).toEqual({
        coin: 'USDT',
        amount: '4880',
        account: 'COIN_UP_ACCOUNT',
        password: '246810',
      });
    },
  );

  it('pays interest to the wallet at once [entity:account.INCOME_ACCOUNT]', async () => {
    const server = startCoinUpServer({
      coinUpRedeem: () =>
        coinUpRecord({
          direction: 'OUT',
          state: 'SUCCESS',
          account: 'INCOME_ACCOUNT',
          amount: '12.080000',
          arrivalDate: '2026-11-20',
        }),
    });
    await openApp('/coinup_out?coin=USDT');
    await field();
    fireEvent.click(screen.getByRole('tab', { name: '利息' }));
    await waitFor(() => expect(currentAddress()).toContain('account=INCOME_ACCOUNT'));
    expect(screen.getByText(/可转出利息/).textContent).toContain('12.08');
    expect(screen.getByText('立即到账电费账户')).toBeTruthy();
    expect(screen.queryByRole('list', { name: '转出日程' })).toBeNull();
    await type('12.08');
    await press('确认转出');
    await enterPassword();
    expect(await screen.findByRole('heading', { name: '转出成功' })).toBeTruthy();
    expect(screen.getByText('已到账电费账户')).toBeTruthy();
    expect(server.of('coinUpRedeem')[0]?.body).toMatchObject({ account: 'INCOME_ACCOUNT', amount: '12.08' });
  });

  it('shows a problem at the amount field and sends nothing', async () => {
    const server = startCoinUpServer();
    await openApp('/coinup_out');
    for (const [typed, said] of [
      ['4880.01', '超过可转数量'],
      ['1.001', '最多 2 位小数，连同零头请点「全部」'],
      ['x', '请输入正确的数量'],
    ] as const) {
      await type(typed);
      expect((await screen.findByRole('alert')).textContent).toBe(said);
    }
    await type('0');
    await press('确认转出');
    expect((await screen.findByRole('alert')).textContent).toBe('请输入数量');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.of('coinUpRedeem')).toHaveLength(0);
  });

  it('shows a whole balance of interest to its last decimal, from the field to the result', async () => {
    const interest = '4.075616';
    const done = coinUpRecord({ direction: 'OUT', account: 'INCOME_ACCOUNT', amount: interest, state: 'SUCCESS' });
    startCoinUpServer({
      coinUpDetail: ({ url }) =>
        savingsResponse(url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT', { interestBalance: interest }),
      coinUpRedeem: () => done,
    });
    await openApp('/coinup_out?coin=USDT&account=INCOME_ACCOUNT');
    fireEvent.click(await screen.findByRole('button', { name: '全部' }));
    expect((await field()).value).toBe(interest);
    expect(screen.getByRole('img', { name: interest })).toBeTruthy();
    await press('确认转出');
    expect((await screen.findByRole('dialog', { name: '请输入资金密码' })).textContent).toContain(interest);
    await enterPassword();
    await screen.findByRole('heading', { name: '转出成功' });
    expect(screen.getByRole('img', { name: `${interest} USDT` })).toBeTruthy();
  });

  it('refreshes the figures after a refusal', async () => {
    const server = startCoinUpServer({ coinUpRedeem: () => refused('insufficientBalance') });
    await openApp('/coinup_out');
    await type('4880');
    await press('确认转出');
    server.reply({ coinUpDetail: () => savingsResponse('USDT', { earning: '80.000000' }) });
    await enterPassword();
    await screen.findByText('余额不足');
    expect((await screen.findByRole('alert')).textContent).toBe('超过可转数量');
  });

  it('stays open while COIN UP is closed', async () => {
    startCoinUpServer({ apy: () => apyResponse({ isEnableFunction: false }) });
    await openApp('/coinup_out?coin=BTC');
    expect(await field()).toBeTruthy();
    expect(screen.getByRole('button', { name: '确认转出' })).toBeTruthy();
  });

  it('shows an empty state without a balance', async () => {
    startCoinUpServer({
      coinUpDetail: ({ url }) => noSavings(url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT'),
    });
    await openApp('/coinup_out');
    expect(await screen.findByText('没有可转出的本金')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '确认转出' })).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: '利息' }));
    expect(await screen.findByText('没有可转出的利息')).toBeTruthy();
  });

  it('offers 重试 after a failure', async () => {
    const server = startCoinUpServer({ coinUpDetail: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/coinup_out');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({
      coinUpDetail: ({ url }) => savingsResponse(url.searchParams.get('coin') === 'BTC' ? 'BTC' : 'USDT'),
    });
    fireEvent.click(retry);
    await field();
  });
});
