// Covers the change of a login password and its security hold.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rootStore } from '../../lib/session/root-store.ts';
import { refused, startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

async function fill(old: string, password: string, again = password): Promise<void> {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText('原密码');
  type('原密码', old);
  type('新密码', password);
  type('再次输入新密码', again);
}
const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '保存' })));

describe('PasswordEditPage', () => {
  it('opens from 我的, changes the password and keeps this session [route:password_edit] [call:POST /api/user/update-password]', async () => {
    const server = startFakeServer();
    await openApp('/mine');
    fireEvent.click(await screen.findByRole('link', { name: '登录密码' }));
    await fill('abc12345', 'Lode@2026-vein');
    expect(screen.getByText(/^强度/).textContent).toBe('强度强');
    await save();
    await screen.findByText('密码已修改，其他设备已退出登录');
    await waitFor(() => expect(currentAddress()).toBe('/mine'));
    expect(server.of('updatePassword')[0]?.body).toEqual({ oldPassword: 'abc12345', newPassword: 'Lode@2026-vein' });
    expect(server.of('updatePassword')[0]?.url.search).toBe('');
    expect(rootStore.getState().token).toBe('token-1');
  });

  it.each([
    ['', 'abc12345', 'abc12345', '请输入密码'],
    ['old12345', 'abcdefgh', 'abcdefgh', '需 8–64 位，并同时包含字母和数字'],
    ['old12345', 'abc12345', 'abc12346', '两次输入的密码不一致'],
    ['old12345', 'old12345', 'old12345', '新密码不能与原密码相同'],
  ])('sends nothing for %j, %j, %j', async (old, password, again, texts) => {
    const server = startFakeServer();
    await openApp('/password_edit');
    await fill(old, password, again);
    await save();
    await screen.findByText(texts);
    expect(server.of('updatePassword')).toHaveLength(0);
  });

  it('shows a wrong old password at its field', async () => {
    startFakeServer({ updatePassword: () => refused('wrongCredentials') });
    await openApp('/password_edit');
    await fill('wrong123', 'abc12345');
    await save();
    expect((await screen.findByText('原密码错误')).closest('[role]')?.getAttribute('role')).toBe('alert');
    expect(currentAddress()).toBe('/password_edit');
  });

  it('says at its field that a new password is too common', async () => {
    startFakeServer({
      updatePassword: () => refused('badPasswordFormat', { field: 'newPassword', reason: 'TOO_COMMON' }),
    });
    await openApp('/password_edit');
    await fill('old12345', 'password1');
    await save();
    expect(await screen.findAllByText('这个密码太常见，容易被猜中，请换一个')).toHaveLength(1);
    expect(screen.queryByText('密码格式不正确')).toBeNull();
  });

  it('announces the security hold, which does not apply to the login itself', async () => {
    startFakeServer();
    await openApp('/password_edit');
    expect(await screen.findByText('修改登录密码后，提现会暂停至少 24 小时，以保护您的资产。')).toBeTruthy();
    expect(screen.getByText(/其他设备上的登录会全部失效，本机无需重新登录/)).toBeTruthy();
    expect(screen.queryByText(/不受影响/)).toBeNull();
  });
});

describe('PasswordForgetPage', () => {
  it('announces the security hold for a reset, and none for a first password', async () => {
    resetDevice({ isLoggedIn: false });
    startFakeServer();
    await openApp('/password_forget');
    const texts = '重设已有的登录密码后，提现会暂停至少 24 小时，以保护您的资产。首次设置不受影响。';
    expect(await screen.findByText(texts)).toBeTruthy();
  });
});
