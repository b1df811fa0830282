// Proves what lies between 确认 and the answer of a money call: statement, funds password, second confirmation, and that
// what is sent again is the same request.
import type { Data } from '@lode/contract';
import { ToastHost } from '@lode/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import type { RequestError } from '../../lib/api/request-error.ts';
import { useBack } from '../../lib/navigation.ts';
import { endSession } from '../../lib/session/session.ts';
import { userAnswer } from '../../testing/answers.ts';
import { refused, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { here, resetDevice } from '../../testing/render-app.tsx';
import { useDraft } from './draft.ts';
import { useMoneyAction } from './use-money-action.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const record: Data<'coinUpSubscribe'> = {
  id: '7',
  coin: 'USDT',
  direction: 'IN',
  state: 'INTRANSIT',
  account: 'COIN_UP_ACCOUNT',
  amount: '120.000000',
  time: '2026-11-20T14:00:00.000Z',
  date: '2026-11-20',
  arrivalDate: '2026-11-21',
  rate: null,
};
const onDone = vi.fn<(answer: unknown, input: unknown) => void>();
const onRefused = vi.fn<(refusal: RequestError) => void>();
beforeEach(() => {
  onDone.mockClear();
  onRefused.mockClear();
});

function Form() {
  const draft = useDraft('coinUpSubscribe');
  const action = useMoneyAction({ call: 'coinUpSubscribe', summary: '转入 COIN UP', onDone, onRefused });
  const start = (amount: string) => action.start({ coin: 'USDT', amount });
  return (
    <>
      <output>{draft?.amount ?? '空'}</output>
      <button type="button" onClick={() => start('120')}>
        转入 120
      </button>
      <button type="button" onClick={() => start('121')}>
        转入 121
      </button>
      {action.dialogs}
    </>
  );
}

function Elsewhere() {
  const back = useBack();
  return (
    <button type="button" onClick={back}>
      返回
    </button>
  );
}

type Replies = Parameters<typeof startFakeServer>[0];

function open(replies: Replies = {}) {
  const server = startFakeServer({
    userInfo: () => ({ ...userAnswer(), hasFundsPassword: true }),
    coinUpSubscribe: () => record,
    ...replies,
  });
  window.history.replaceState(null, '', '/form?coin=USDT');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/form" element={<Form />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </BrowserRouter>
      <ToastHost />
    </QueryClientProvider>,
  );
  return { ...server, sent: () => server.of('coinUpSubscribe') };
}

const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const passwordDialog = () => screen.findByRole('dialog', { name: '请输入资金密码' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
async function type(digits: string): Promise<void> {
  const dialog = within(await passwordDialog());
  for (const digit of digits) await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}
const requestIds = (server: ReturnType<typeof open>) => server.sent().map(({ headers }) => headers.requestId);

describe('the usual way', () => {
  it('asks for the password, sends it with the input, and tells the answer', async () => {
    const server = open();
    await click('转入 120');
    expect((await passwordDialog()).textContent).toContain('转入 COIN UP');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(record, { coin: 'USDT', amount: '120' }));
    expect(server.sent()[0]?.body).toEqual({ coin: 'USDT', amount: '120', password: '246810' });
    await noDialog();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('246810');
  });

  it('is another request each time', async () => {
    const server = open();
    for (let time = 1; time <= 2; time++) {
      await click('转入 120');
      await type('246810');
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

describe('what comes first', () => {
  it.each([
    ['the risk statement', { riskStatement: () => ({ version: '1', confirmed: false }) }, '/pages/user_sm/index'],
    ['the funds password', { userInfo: () => ({ ...userAnswer(), hasFundsPassword: false }) }, '/pages/fundPWA/index'],
  ] satisfies [string, Replies, string][])(
    'is %s; coming back what was typed is there',
    async (_what, replies, path) => {
      const server = open(replies);
      await click('转入 120');
      await waitFor(() => expect(here()).toBe(path));
      await click('返回');
      await waitFor(() => expect(here()).toBe('/form?coin=USDT'));
      expect(screen.getByText('120')).toBeTruthy();
      expect(server.sent()).toHaveLength(0);
    },
  );

  it.each([
    ['riskNotConfirmed', '/pages/user_sm/index'],
    ['fundsPasswordMissing', '/pages/fundPWA/index'],
  ] as const)('is said by the server too: %s [code:40010] [code:30002]', async (code, path) => {
    open({ coinUpSubscribe: () => refused(code) });
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(here()).toBe(path));
    expect(onRefused).not.toHaveBeenCalled();
  });
});

describe('a password that is wrong', () => {
  it('is said in the dialog with the tries that are left, and may be entered again [code:30001]', async () => {
    const server = open({ coinUpSubscribe: () => refused('wrongFundsPassword', { remaining: 4 }) });
    await click('转入 120');
    await type('000000');
    expect((await screen.findByRole('alert')).textContent).toBe('密码错误！还可尝试 4 次');
    server.reply({ coinUpSubscribe: () => record });
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  });

  it('too often is locked, with the time that it takes [code:30003]', async () => {
    open({ coinUpSubscribe: () => refused('fundsPasswordLocked', { retryAfter: 10_741 }) });
    await click('转入 120');
    await type('246810');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('资金密码已锁定3 小时后可再试，或重置密码');
  });
});

describe('an answer that never came', () => {
  it('keeps the digits; 确认 sends the same request again', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    server.reply({ coinUpSubscribe: () => record });
    await click('确认');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it('is the same request also when the dialog was closed and the page loaded anew', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    cleanup();
    const again = open();
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(requestIds(again)).toEqual(requestIds(server));
  });

  it('is another request when the input is another', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    await click('关闭');
    await noDialog();
    await click('转入 121');
    await type('246810');
    await waitFor(() => expect(server.sent()).toHaveLength(2));
    expect(new Set(requestIds(server)).size).toBe(2);
  });
});

describe('a rule that says no', () => {
  it('asks once more when electricity would suffer, with the password that was entered [code:40009]', async () => {
    const server = open({
      coinUpSubscribe: ({ body }) =>
        (body as { confirm?: boolean }).confirm ? record : refused('endangersElectricity'),
    });
    await click('转入 120');
    await type('246810');
    const dialog = within(await screen.findByRole('dialog', { name: '将影响电费支付' }));
    expect(onDone).not.toHaveBeenCalled();
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: '仍要继续' })));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(server.sent()[1]?.body).toEqual({ coin: 'USDT', amount: '120', password: '246810', confirm: true });
  });

  it('and is not confirmed sends nothing more', async () => {
    const server = open({ coinUpSubscribe: () => refused('endangersElectricity') });
    await click('转入 120');
    await type('246810');
    await screen.findByRole('dialog', { name: '将影响电费支付' });
    await click('取消');
    await noDialog();
    expect(server.sent()).toHaveLength(1);
  });

  it('closes the dialog, is told, and reaches the screen', async () => {
    open({ coinUpSubscribe: () => refused('insufficientBalance') });
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(onRefused).toHaveBeenCalledTimes(1));
    await screen.findByText('余额不足');
    await noDialog();
    expect(onDone).not.toHaveBeenCalled();
  });
});

it('goes with the session [state:session.ended]', async () => {
  open();
  await click('转入 120');
  await passwordDialog();
  await act(async () => endSession('refused'));
  await noDialog();
});
