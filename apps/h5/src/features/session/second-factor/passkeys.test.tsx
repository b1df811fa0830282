// Covers passkeys on the page of the second factor: none, added, cancelled, not supported, removed; and new recovery codes.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSignature, startFakePasskeys } from '../../../testing/fake-passkeys.ts';
import { refused, startFakeServer } from '../../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../../testing/render-app.tsx';

let passkeys: ReturnType<typeof startFakePasskeys>;
beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  passkeys = startFakePasskeys();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const token = 'T'.repeat(43);
const options = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userId: 'dXNlcg', userName: '13812345620' };
const begun = () => ({ ...options, algorithms: [-7], exclude: [] });
const challenged = () => ({
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  credentials: [{ id: 'a2V5', transports: ['internal'] }],
});
const one = { id: '7', name: 'Pixel 9 · Chrome 142', addedAt: '2026-11-19T02:00:00.000Z', lastUsedAt: null };
const none = () => ({ methods: [], setAt: null, recoveryCodesLeft: 0, passkeys: [], passkeyHost: 'localhost' });
const withOne = () => ({
  methods: ['PASSKEY' as const, 'RECOVERY' as const],
  setAt: null,
  recoveryCodesLeft: 10,
  passkeys: [one],
  passkeyHost: 'localhost',
});
const press = (button: HTMLElement) => {
  const now = performance.now() + 1000;
  vi.spyOn(performance, 'now').mockReturnValue(now);
  return act(async () => void fireEvent.click(button));
};
const openSheet = async (name: string, button: string | RegExp = name) => {
  await press(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name }));
};
const fillIn = (sheet: ReturnType<typeof within>, password = 'Lode@2026') => {
  fireEvent.change(sheet.getByLabelText('登录密码'), { target: { value: password } });
  fireEvent.change(sheet.getByLabelText(/^验证码发送至/), { target: { value: '123456' } });
};

describe('adding a passkey', () => {
  it('takes the password, the device and the code, and shows the recovery codes of a first factor [call:POST /api/user/passkey/begin] [call:POST /api/user/passkey/confirm]', async () => {
    const server = startFakeServer({
      secondFactor: none,
      passkeyBegin: begun,
      passkeyConfirm: () => ({ recoveryCodes: ['ABCDE-FGHIJ'] }),
    });
    await openApp('/second_factor');
    await screen.findByText('还没有通行密钥');
    const sheet = await openSheet('添加通行密钥');
    const submit = () => press(sheet.getByRole('button', { name: '添加通行密钥' }));
    await submit();
    sheet.getByText('请输入登录密码');
    expect(server.of('passkeyBegin')).toHaveLength(0);
    fillIn(sheet);
    server.reply({ secondFactor: withOne });
    await submit();
    await screen.findByText('ABCDE-FGHIJ');
    expect(server.of('passkeyBegin')[0]?.body).toEqual({ password: 'Lode@2026' });
    expect(server.of('passkeyConfirm')[0]?.body).toEqual({
      code: '123456',
      credential: 'a2V5',
      clientDataJSON: 'Y2xpZW50',
      attestationObject: 'YXR0ZXN0YXRpb24',
      transports: 'internal,hybrid',
    });
    await press(screen.getByRole('button', { name: '我已保存' }));
    await screen.findByText('Pixel 9 · Chrome 142');
    screen.getByText('尚未使用');
  });

  it.each([
    ['NotAllowedError', '操作已取消或超时，请重试'],
    ['InvalidStateError', '这台设备上已有您的通行密钥'],
    ['NotSupportedError', '此设备或浏览器不支持通行密钥，请使用其他方式'],
  ])('says what the device answered: %s', async (name, text) => {
    const server = startFakeServer({ secondFactor: none, passkeyBegin: begun });
    await openApp('/second_factor');
    const sheet = await openSheet('添加通行密钥');
    fillIn(sheet);
    passkeys.fail(name);
    await press(sheet.getByRole('button', { name: '添加通行密钥' }));
    await sheet.findByText(text);
    expect(server.of('passkeyConfirm')).toHaveLength(0);
  });

  it('keeps the key of the device after a wrong code', async () => {
    const server = startFakeServer({
      secondFactor: none,
      passkeyBegin: begun,
      passkeyConfirm: () => refused('wrongCode'),
    });
    await openApp('/second_factor');
    const sheet = await openSheet('添加通行密钥');
    fillIn(sheet);
    const submit = () => press(sheet.getByRole('button', { name: '添加通行密钥' }));
    await submit();
    await sheet.findByText('验证码错误或已过期');
    server.reply({ passkeyConfirm: () => ({ recoveryCodes: [] }), secondFactor: withOne });
    fireEvent.change(sheet.getByLabelText(/^验证码发送至/), { target: { value: '654321' } });
    await submit();
    await screen.findByText('通行密钥已添加');
    expect(server.of('passkeyBegin')).toHaveLength(1);
  });

  it('is not offered where the browser has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    const server = startFakeServer({ secondFactor: none });
    await openApp('/second_factor');
    await screen.findByText('此浏览器不支持通行密钥。');
    expect(screen.queryByRole('button', { name: '添加通行密钥' })).toBeNull();
    expect(server.of('secondFactor')).toHaveLength(1);
  });

  it('is not offered on another host than the one that it names', async () => {
    startFakeServer({ secondFactor: () => ({ ...none(), passkeyHost: 'lode.example' }) });
    await openApp('/second_factor');
    await screen.findByText('请用 Safari 或 Chrome 打开 lode.example 添加通行密钥。');
    expect(screen.queryByRole('button', { name: '添加通行密钥' })).toBeNull();
  });
});

it('is removed with a signature of a passkey, after the hold is announced [call:POST /api/user/passkey/remove]', async () => {
  const server = startFakeServer({
    secondFactor: withOne,
    passkeyChallenge: challenged,
    passkeyProve: () => ({ token, expiresIn: 300 }),
    passkeyRemove: () => null,
  });
  await openApp('/second_factor');
  const sheet = await openSheet('删除通行密钥', '删除');
  sheet.getByText(/提现会暂停 72 小时/);
  fillIn(sheet);
  const submit = () => press(sheet.getByRole('button', { name: '删除通行密钥' }));
  await submit();
  sheet.getByText('请先完成通行密钥验证');
  passkeys.fail('NotAllowedError');
  await press(sheet.getByRole('button', { name: '用通行密钥验证' }));
  await sheet.findByText('操作已取消或超时，请重试');
  passkeys.fail(null);
  await press(sheet.getByRole('button', { name: '用通行密钥验证' }));
  await sheet.findByText('已通过通行密钥验证');
  expect(server.of('passkeyChallenge')[0]?.body).toEqual({ scene: 'SECOND_FACTOR' });
  expect(server.of('passkeyProve')[0]?.body).toEqual(fakeSignature);
  server.reply({ secondFactor: none });
  await submit();
  await screen.findByText('通行密钥已删除，提现暂停 72 小时');
  expect(server.of('passkeyRemove')[0]?.body).toEqual({
    id: '7',
    password: 'Lode@2026',
    secondFactor: token,
    code: '123456',
  });
});

it('new recovery codes take a code of the app or a recovery code as the other way [call:POST /api/user/second-factor/recovery-codes]', async () => {
  const server = startFakeServer({
    secondFactor: withOne,
    recoveryCodesRenew: () => refused('secondFactorNeeded', { methods: ['RECOVERY'], remaining: 4 }),
  });
  await openApp('/second_factor');
  const sheet = await openSheet('更换恢复码');
  await press(sheet.getByRole('button', { name: '改用动态码或恢复码' }));
  const field = sheet.getByLabelText<HTMLInputElement>('二次验证码');
  const spaced = ' ABCDEF - GHIJKL - MNOPQR - STUVWX ';
  // A browser cuts what is longer.
  expect(field.maxLength).toBeGreaterThanOrEqual(spaced.length);
  fireEvent.change(field, { target: { value: spaced } });
  fireEvent.change(sheet.getByLabelText(/^验证码发送至/), { target: { value: '123456' } });
  const submit = () => press(sheet.getByRole('button', { name: '更换恢复码' }));
  await submit();
  await sheet.findByText('验证码不正确或已用过，还可尝试 4 次');
  fireEvent.change(sheet.getByLabelText('二次验证码'), { target: { value: 'KLMNOP-QRSTUV-WXYZ23-456722' } });
  server.reply({ recoveryCodesRenew: () => ({ recoveryCodes: ['UVWXY-Z2345'] }) });
  await submit();
  await screen.findByText('UVWXY-Z2345');
  expect(server.of('recoveryCodesRenew').at(-1)?.body).toEqual({
    code: '123456',
    secondFactor: 'KLMNOP-QRSTUV-WXYZ23-456722',
  });
});
