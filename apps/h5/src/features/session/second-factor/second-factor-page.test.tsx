// Covers the second factor: set up with an app, recovery codes shown once, removed with itself.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, startFakeServer } from '../../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../../testing/render-app.tsx';
import { userResponse } from '../../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const uri = `otpauth://totp/Lode:13812345620?secret=${secret}&issuer=Lode&digits=6&period=30`;
const recoveryCodes = ['ABCDE-FGHIJ', 'KLMNO-PQRST'];
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
const none = () => ({ methods: [], setAt: null, recoveryCodesLeft: 0, passkeys: [], passkeyHost: 'localhost' });
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => pressOf(screen.getByRole('button', { name }));
/** A second after the last press: a button ignores a quick second tap. */
function pressOf(button: HTMLElement): Promise<void> {
  later();
  return act(async () => void fireEvent.click(button));
}

describe('SecondFactorPage', () => {
  it('opens from 我的, sets the factor and shows the recovery codes once [call:POST /api/user/second-factor/begin] [call:POST /api/user/second-factor/confirm]', async () => {
    const server = startFakeServer({
      secondFactorBegin: () => ({ secret, uri }),
      secondFactorConfirm: () => ({ recoveryCodes }),
    });
    await openApp('/mine');
    fireEvent.click(await screen.findByText('二次验证'));
    await screen.findByText(/还需要通行密钥或手机验证器中的动态码/);
    await press('开始设置');
    await screen.findByText('请输入登录密码');
    fill('登录密码', 'Lode@2026');
    await press('开始设置');
    await screen.findByRole('img', { name: `密钥 ${secret}` });
    expect(server.of('secondFactorBegin')[0]?.body).toEqual({ password: 'Lode@2026' });
    await press('开启');
    await screen.findByText('请输入验证器中的 6 位数字');
    fill('验证器中的 6 位数字', '287082');
    fill(/^验证码发送至/, '123456');
    server.reply({ secondFactor: set });
    await press('开启');
    expect(server.of('secondFactorConfirm')[0]?.body).toEqual({ secondFactor: '287082', code: '123456' });
    for (const code of recoveryCodes) await screen.findByText(code);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret);
    await press('我已保存');
    await screen.findByText('9 个');
    expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull();
  });

  it('shows refusals at their fields', async () => {
    const server = startFakeServer({ secondFactorBegin: () => refused('wrongCredentials') });
    await openApp('/second_factor');
    await screen.findByLabelText('登录密码');
    fill('登录密码', 'wrong1234');
    await press('开始设置');
    await screen.findByText('登录密码错误');
    server.reply({
      secondFactorBegin: () => ({ secret, uri }),
      secondFactorConfirm: () => refused('secondFactorNeeded'),
    });
    await press('开始设置');
    await screen.findByRole('button', { name: '复制密钥' });
    fill('验证器中的 6 位数字', '000000');
    fill(/^验证码发送至/, '123456');
    await press('开启');
    await screen.findByText('验证码不正确，或已经用过');
  });

  it('asks for a login password first where there is none [call:GET /api/user/second-factor]', async () => {
    startFakeServer({ userInfo: () => ({ ...userResponse(), hasPassword: false }) });
    await openApp('/second_factor');
    await screen.findByText('开启二次验证需要登录密码，请先设置。');
    expect(screen.queryByRole('button', { name: '开始设置' })).toBeNull();
  });

  it('is removed with password, factor and code, after the hold is announced [call:POST /api/user/second-factor/remove]', async () => {
    const server = startFakeServer({ secondFactor: set, secondFactorRemove: () => null });
    await openApp('/second_factor');
    fireEvent.click(await screen.findByRole('button', { name: '关闭手机验证器' }));
    const sheet = within(await screen.findByRole('dialog', { name: '关闭手机验证器' }));
    expect(sheet.getByText(/提现会暂停 72 小时/)).toBeTruthy();
    const submit = () => pressOf(sheet.getByRole('button', { name: '关闭手机验证器' }));
    await submit();
    sheet.getByText('请输入验证器中的验证码或恢复码');
    expect(server.of('secondFactorRemove')).toHaveLength(0);
    fill('登录密码', 'Lode@2026');
    fill('二次验证码', 'ABCDE-FGHIJ');
    fill(/^验证码发送至/, '123456');
    server.reply({ secondFactorRemove: () => refused('secondFactorNeeded', { methods: ['TOTP'], remaining: 3 }) });
    await submit();
    await screen.findByText('验证码不正确或已用过，还可尝试 3 次');
    fill('二次验证码', '287082');
    server.reply({
      secondFactorRemove: () => null,
      secondFactor: none,
    });
    await submit();
    await screen.findByText('手机验证器已关闭，提现暂停 72 小时');
    expect(server.of('secondFactorRemove').at(-1)?.body).toEqual({
      password: 'Lode@2026',
      secondFactor: '287082',
      code: '123456',
    });
    await waitFor(() => expect(screen.getByRole('button', { name: '开始设置' })).toBeTruthy());
  });
});
