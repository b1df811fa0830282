// Covers setting and resetting the funds password: code, six digits twice, every refusal, and the way back.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeWaitLeft } from '../../lib/code-wait.ts';
import { rootStore } from '../../lib/session/root-store.ts';
import { refused, startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { userResponse } from '../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const fillAll = async (code: string, password: string, again: string) => {
  await screen.findByLabelText('新资金密码');
  fill(/^验证码发送至/, code);
  fill('新资金密码', password);
  fill('再次输入新资金密码', again);
};

describe('资金密码', () => {
  it('opens from 我的, is set with a code, and returns there [route:fundPWA] [call:GET /api/user/info]', async () => {
    const server = startFakeServer();
    await openApp('/mine');
    fireEvent.click(await screen.findByText('资金密码'));
    await waitFor(() => expect(currentAddress()).toBe('/pages/fundPWA/index'));
    expect(await screen.findByText(/与登录密码不同/)).toBeTruthy();
    expect(server.of('userInfo').length).toBeGreaterThan(0);
    expect(screen.getByLabelText('验证码发送至 138****20')).toBeTruthy();

    await press('获取验证码');
    expect(server.of('sendCode')[0]?.body).toEqual({ account: '13812345620', scene: 'FUNDS_PASSWORD' });
    await screen.findByRole('button', { name: /60/ });
    expect(codeWaitLeft('FUNDS_PASSWORD')).toBeGreaterThan(50);
    await fillAll('123456', '135790', '135790');
    server.reply({ userInfo: () => ({ ...userResponse(), hasFundsPassword: true }) });
    await press('保存');
    await waitFor(() => expect(currentAddress()).toBe('/mine'));
    expect(rootStore.getState().user?.hasFundsPassword).toBe(true);
  });

  it('sends both in the query and stores neither [call:POST /api/user/wallet/set-password]', async () => {
    const server = startFakeServer();
    await openApp('/fundPWA');
    await fillAll('123456', '135790', '135790');
    await press('保存');
    await waitFor(() => expect(server.of('setFundsPassword')).toHaveLength(1));
    const [sent] = server.of('setFundsPassword');
    expect(sent?.url.search).toBe('?password=135790&code=123456');
    expect(sent?.body).toBeNull();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('135790');
  });

  it('says at its field that the digits are guessed too easily', async () => {
    startFakeServer({
      setFundsPassword: () => refused('badPasswordFormat', { field: 'password', reason: 'TOO_COMMON' }),
    });
    await openApp('/fundPWA');
    await fillAll('123456', '123456', '123456');
    await press('保存');
    expect(await screen.findByText('这个密码太容易被猜中，请换一个')).toBeTruthy();
  });

  it('announces the security hold before anything is typed', async () => {
    startFakeServer({ userInfo: () => ({ ...userResponse(), hasFundsPassword: true }) });
    await openApp('/fundPWA');
    expect(await screen.findByText(/提现会暂停至少 24 小时/)).toBeTruthy();
  });

  it('reports missing fields and sends nothing', async () => {
    const server = startFakeServer();
    await openApp('/fundPWA');
    await fillAll('1234', '13579', '135791');
    expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy();
    await press('保存');
    for (const texts of ['验证码为 6 位数字', '请输入 6 位数字', '两次输入的密码不一致'])
      await screen.findByText(texts);
    expect(server.of('setFundsPassword')).toHaveLength(0);
  });

  it('shows a wrong code at its field [code:20002]', async () => {
    startFakeServer({ setFundsPassword: () => refused('wrongCode') });
    await openApp('/fundPWA');
    await fillAll('123456', '135790', '135790');
    await press('保存');
    const atField = await screen.findByRole('alert');
    expect(atField.textContent).toBe('验证码错误或已过期');
    expect(currentAddress()).toBe('/fundPWA');
  });
});
