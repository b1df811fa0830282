// Covers the question whether an account exists, before a code to set its password is requested.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: false }));
afterEach(() => vi.unstubAllGlobals());

async function requestCode(account: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('手机号或邮箱'), { target: { value: account } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '获取验证码' })));
}

describe('PasswordForgetPage', () => {
  it('asks whether the account exists, then requests the code [call:GET /api/user/exist]', async () => {
    const server = startFakeServer();
    await openApp('/password_forget');
    await requestCode('13800000001');
    await screen.findByText('验证码已发送');
    expect(
      server.received.map(({ call }) => call).filter((call) => ['accountExists', 'sendCode'].includes(call)),
    ).toEqual(['accountExists', 'sendCode']);
  });

  it('takes an account in full-width digits', async () => {
    const server = startFakeServer();
    await openApp('/password_forget');
    await requestCode('１３８０００００００１');
    await screen.findByText('验证码已发送');
    expect(server.of('sendCode')[0]?.body).toMatchObject({ account: '13800000001' });
  });

  it('names a mistyped account at its field and requests nothing', async () => {
    const server = startFakeServer({ accountExists: () => ({ exist: false }) });
    await openApp('/password_forget');
    await requestCode('13800000009');
    const house = await screen.findByRole('link', { name: '联系客服' });
    expect(house.closest('[role=alert]')?.textContent).toBe('该账号未开通，请核对或联系客服');
    expect(server.of('sendCode')).toHaveLength(0);
  });

  it.each([
    ['refused', () => refused('tooOften')],
    ['lost', () => unreachable()],
  ])('requests the code where the question is %s', async (_name, accountExists) => {
    const server = startFakeServer({ accountExists });
    await openApp('/password_forget');
    await requestCode('13800000001');
    await screen.findByText('验证码已发送');
    expect(server.of('sendCode')).toHaveLength(1);
  });

  it('does not ask for a login by code: that answer is the same for every account', async () => {
    const server = startFakeServer();
    await openApp('/login');
    fireEvent.click(await screen.findByRole('tab', { name: '验证码登录' }));
    await requestCode('13800000001');
    await screen.findByText('验证码已发送');
    expect(server.of('accountExists')).toHaveLength(0);
  });
});
