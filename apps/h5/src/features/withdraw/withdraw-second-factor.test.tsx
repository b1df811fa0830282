// Covers the second factor of a withdrawal and of a new address: asked where it is set, and when the server asks for it.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearMemory } from '../../components/money-action/pending-idempotency-keys.ts';
import { startFakePasskeys } from '../../testing/fake-passkeys.ts';
import { refused, startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { addresses, withdrawal, withdrawReplies } from './testing/withdraw-responses.ts';

beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  clearMemory();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Replies = Parameters<typeof startFakeServer>[0];
const serve = (replies: Replies) =>
  startFakeServer({ ...withdrawReplies, withdrawApply: () => withdrawal(), ...replies });
function later(): void {
  const now = performance.now() + 1000;
  vi.spyOn(performance, 'now').mockReturnValue(now);
}
const set = () => ({
  methods: ['TOTP' as const, 'RECOVERY' as const],
  setAt: '2026-11-19T02:00:00.000Z',
  recoveryCodesLeft: 9,
  passkeys: [],
  passkeyHost: 'localhost',
});
const missing = () => refused('secondFactorNeeded', { methods: ['TOTP', 'RECOVERY'], remaining: null });

async function openSheet() {
  await openApp('/withdraw?coin=BTC');
  fireEvent.change(await screen.findByLabelText('提现地址'), { target: { value: addresses.BTC } });
  fireEvent.change(screen.getByLabelText('提现数量'), { target: { value: '0.05' } });
  const submit = () => screen.getByRole('button', { name: '提现' });
  await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBeNull());
  await act(async () => void fireEvent.click(submit()));
  const sheet = within(await screen.findByRole('dialog', { name: '确认提现' }));
  fireEvent.change(sheet.getByLabelText(/验证码发送至/), { target: { value: '123456' } });
  return sheet;
}
type Sheet = Awaited<ReturnType<typeof openSheet>>;
/** A second after the last time: a button ignores a quick second tap. */
const confirm = (sheet: Sheet) => {
  later();
  return act(async () => void fireEvent.click(sheet.getByRole('button', { name: '确认提现' })));
};
const type = (sheet: Sheet, value: string) =>
  fireEvent.change(sheet.getByLabelText('二次验证码'), { target: { value } });
async function enterPassword(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: '请输入资金密码' }));
  for (const digit of '246810')
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}

describe('a withdrawal', () => {
  it('asks nothing of a customer without a second factor', async () => {
    const server = serve({});
    const sheet = await openSheet();
    expect(sheet.queryByLabelText('二次验证码')).toBeNull();
    await confirm(sheet);
    await enterPassword();
    await waitFor(() => expect(server.of('withdrawApply')).toHaveLength(1));
    expect(server.of('withdrawApply')[0]?.url.searchParams.has('secondFactor')).toBe(false);
  });

  it('asks for it before the funds password where it is set', async () => {
    const server = serve({ secondFactor: set });
    const sheet = await openSheet();
    await sheet.findByLabelText('二次验证码');
    await confirm(sheet);
    sheet.getByText('请输入验证器中的验证码或恢复码');
    type(sheet, '287082');
    await confirm(sheet);
    await enterPassword();
    await waitFor(() => expect(server.of('withdrawApply')).toHaveLength(1));
    expect(server.of('withdrawApply')[0]?.url.searchParams.get('secondFactor')).toBe('287082');
  });

  it('asks for it when the server does, and sends the same request again', async () => {
    const server = serve({ withdrawApply: missing });
    const sheet = await openSheet();
    await confirm(sheet);
    await enterPassword();
    await sheet.findByText('请输入验证器中的验证码或恢复码');
    type(sheet, 'abcde-fghij');
    server.reply({ withdrawApply: () => withdrawal() });
    await confirm(sheet);
    await enterPassword();
    await waitFor(() => expect(server.of('withdrawApply')).toHaveLength(2));
    const [first, second] = server.of('withdrawApply');
    expect(second?.url.searchParams.get('secondFactor')).toBe('abcde-fghij');
    expect(second?.headers.requestId).toBe(first?.headers.requestId);
  });

  it('offers a passkey first, and asks again when its signature is over [call:POST /api/user/passkey/challenge] [call:POST /api/user/passkey/prove]', async () => {
    const passkeys = startFakePasskeys();
    const [first, second] = ['A'.repeat(43), 'B'.repeat(43)];
    const server = serve({
      secondFactor: () => ({
        ...set(),
        methods: ['PASSKEY', 'RECOVERY'],
        passkeys: [{ id: '7', name: 'Pixel 9', addedAt: set().setAt, lastUsedAt: null }],
      }),
      passkeyChallenge: () => ({ challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', credentials: [] }),
      passkeyProve: () => ({ token: first, expiresIn: 300 }),
      withdrawApply: missing,
    });
    const sheet = await openSheet();
    await confirm(sheet);
    sheet.getByText('请先完成通行密钥验证');
    const prove = async () => {
      later();
      await act(async () => void fireEvent.click(sheet.getByRole('button', { name: '用通行密钥验证' })));
    };
    passkeys.fail('NotAllowedError');
    await prove();
    await sheet.findByText('操作已取消或超时，请重试');
    passkeys.fail(null);
    await prove();
    await sheet.findByText('已通过通行密钥验证');
    const payment = { coin: 'BTC', network: 'BITCOIN', address: addresses.BTC, amount: '0.05' };
    expect(server.of('passkeyChallenge').at(-1)?.body).toEqual({ scene: 'WITHDRAW', ...payment });
    await confirm(sheet);
    await enterPassword();
    await sheet.findByText('通行密钥验证已失效，请重新验证');
    server.reply({ passkeyProve: () => ({ token: second, expiresIn: 300 }), withdrawApply: () => withdrawal() });
    await prove();
    await confirm(sheet);
    await enterPassword();
    await waitFor(() => expect(server.of('withdrawApply')).toHaveLength(2));
    const sent = server.of('withdrawApply').map(({ url }) => url.searchParams.get('secondFactor'));
    expect(sent).toEqual([first, second]);
  });
});
