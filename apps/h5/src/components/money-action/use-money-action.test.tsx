// Covers a money action from 确认 to the response: prerequisites, funds password, second confirmation.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../lib/session/session.ts';
import { deferredReply, refused } from '../../testing/fake-server.ts';
import {
  click,
  noDialog,
  onDone,
  onRefused,
  open,
  passwordDialog,
  record,
  requestIds,
  resetMoneyForm,
  submit,
  type,
} from '../../testing/money-form.tsx';
import { currentAddress } from '../../testing/render-app.tsx';
import { userResponse } from '../../testing/responses.ts';

beforeEach(resetMoneyForm);
afterEach(() => vi.unstubAllGlobals());

describe('a money action', () => {
  it('asks for the password, sends it with the input, and returns the response', async () => {
    const server = open();
    await click('转入 120');
    expect((await passwordDialog()).textContent).toContain('转入 COIN UP');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(record, { coin: 'USDT', amount: '120' }));
    expect(server.sent()[0]?.body).toEqual({ coin: 'USDT', amount: '120', password: '246810' });
    await noDialog();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('246810');
  });

  it('uses a new key each time', async () => {
    const server = open();
    for (let time = 1; time <= 2; time++) {
      await submit();
      await waitFor(() => expect(onDone).toHaveBeenCalledTimes(time));
      await noDialog();
    }
    expect(new Set(requestIds(server)).size).toBe(2);
  });

  it('sends nothing when the customer closes the dialog', async () => {
    const server = open();
    await click('转入 120');
    await type('24');
    await click('关闭');
    await noDialog();
    expect(server.sent()).toHaveLength(0);
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('prerequisites', () => {
  it.each([
    ['the risk disclosure', { riskDisclosure: () => ({ version: '1', confirmed: false }) }, '/pages/user_sm/index'],
    [
      'the funds password',
      { userInfo: () => ({ ...userResponse(), hasFundsPassword: false }) },
      '/pages/fundPWA/index',
    ],
  ] satisfies [string, Parameters<typeof open>[0], string][])(
    'leads to %s, and back to the typed input',
    async (_what, replies, path) => {
      const server = open(replies);
      await click('转入 120');
      await waitFor(() => expect(currentAddress()).toBe(path));
      await click('返回');
      await waitFor(() => expect(currentAddress()).toBe('/form?coin=USDT'));
      expect(screen.getByText('120')).toBeTruthy();
      expect(server.sent()).toHaveLength(0);
    },
  );

  it.each([
    ['riskNotConfirmed', '/pages/user_sm/index'],
    ['fundsPasswordMissing', '/pages/fundPWA/index'],
  ] as const)('follows the server’s refusal: %s [code:40010] [code:30002]', async (code, path) => {
    open({ coinUpSubscribe: () => refused(code) });
    await submit();
    await waitFor(() => expect(currentAddress()).toBe(path));
    expect(onRefused).not.toHaveBeenCalled();
  });
});

describe('a customer who has left the page', () => {
  const goElsewhere = () => act(async () => void fireEvent.click(screen.getByRole('link', { name: '去别处' })));

  it('is not taken back by the response of a slow check', async () => {
    const risk = deferredReply<'riskDisclosure'>();
    open({ riskDisclosure: () => risk.data });
    await click('转入 120');
    await goElsewhere();
    const entry: unknown = window.history.state;
    await act(async () => risk.release({ version: '1', confirmed: false }));
    expect(currentAddress()).toBe('/elsewhere');
    expect(window.history.state).toEqual(entry);
  });

  it('is not redirected by a late refusal [code:40010]', async () => {
    let refuse: (reply: ReturnType<typeof refused>) => void = () => undefined;
    const late = new Promise<ReturnType<typeof refused>>((resolve) => {
      refuse = resolve;
    });
    const server = open({ coinUpSubscribe: () => late });
    await submit();
    await waitFor(() => expect(server.sent()).toHaveLength(1));
    await goElsewhere();
    await act(async () => refuse(refused('riskNotConfirmed')));
    expect(currentAddress()).toBe('/elsewhere');
  });
});

describe('the funds password', () => {
  it('shows a wrong password with the remaining attempts, and can be entered again [code:30001]', async () => {
    const server = open({ coinUpSubscribe: () => refused('wrongFundsPassword', { remaining: 4 }) });
    await submit('转入 120', '000000');
    expect((await screen.findByRole('alert')).textContent).toBe('密码错误！还可尝试 4 次');
    server.reply({ coinUpSubscribe: () => record });
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  });

  it('can be reset by 忘记密码？, which leads back to the typed input', async () => {
    open();
    await click('转入 120');
    await passwordDialog();
    await click('忘记密码？');
    await waitFor(() => expect(currentAddress()).toBe('/pages/fundPWA/index'));
    await click('返回');
    await waitFor(() => expect(currentAddress()).toBe('/form?coin=USDT'));
    expect(screen.getByText('120')).toBeTruthy();
  });

  it('shows how long it is locked [code:30003]', async () => {
    open({ coinUpSubscribe: () => refused('fundsPasswordLocked', { retryAfter: 10_741 }) });
    await submit();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('资金密码已锁定3 小时后可再试');
  });
});

describe('a refusal', () => {
  it('asks for a second confirmation when it endangers electricity, and reuses the password [code:40009]', async () => {
    const server = open({
      coinUpSubscribe: ({ body }) =>
        (body as { confirm?: boolean }).confirm ? record : refused('endangersElectricity'),
    });
    await submit();
    const dialog = within(await screen.findByRole('dialog', { name: '将影响电费支付' }));
    expect(onDone).not.toHaveBeenCalled();
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: '仍要继续' })));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(server.sent()[1]?.body).toEqual({ coin: 'USDT', amount: '120', password: '246810', confirm: true });
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it.each([
    ['wrongFundsPassword', { remaining: 4 }, '密码错误！还可尝试 4 次'],
    ['fundsPasswordLocked', { retryAfter: 10_741 }, '资金密码已锁定3 小时后可再试'],
  ] as const)('shows a password error when 仍要继续 meets %s', async (code, data, text) => {
    const server = open({
      coinUpSubscribe: ({ body }) =>
        (body as { confirm?: boolean }).confirm ? refused(code, data) : refused('endangersElectricity'),
    });
    await submit();
    await screen.findByRole('dialog', { name: '将影响电费支付' });
    await click('仍要继续');
    const dialog = within(await passwordDialog());
    expect(dialog.getByRole('alert').textContent).toBe(text);
    server.reply({ coinUpSubscribe: () => record });
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(server.sent()[2]?.body).toMatchObject({ confirm: true });
    await click('转入 120');
    expect(within(await passwordDialog()).queryByRole('alert')).toBeNull();
  });

  it('sends nothing when the second confirmation is cancelled', async () => {
    const server = open({ coinUpSubscribe: () => refused('endangersElectricity') });
    await submit();
    await screen.findByRole('dialog', { name: '将影响电费支付' });
    await click('取消');
    await noDialog();
    expect(server.sent()).toHaveLength(1);
  });

  it('of a reused key gives the next request a new key [code:40007]', async () => {
    const server = open({ coinUpSubscribe: () => refused('keyReused') });
    await submit();
    await screen.findByText('重复的请求');
    await noDialog();
    server.reply({ coinUpSubscribe: () => record });
    await submit();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(new Set(requestIds(server)).size).toBe(2);
  });

  it('closes the dialog, shows a toast and calls onRefused', async () => {
    open({ coinUpSubscribe: () => refused('insufficientBalance') });
    await submit();
    await waitFor(() => expect(onRefused).toHaveBeenCalledTimes(1));
    await screen.findByText('余额不足');
    await noDialog();
    expect(onDone).not.toHaveBeenCalled();
  });
});

it('closes with the session [state:session.ended]', async () => {
  open();
  await click('转入 120');
  await passwordDialog();
  await act(async () => endSession('refused'));
  await noDialog();
});
