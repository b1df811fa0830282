// Only who knows the old password or holds a code sets a new one; a change ends the sessions that it should end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const isIn = async (caller: { accessToken: string; deviceId?: string }) =>
  (await app.call('userInfo', {}, caller)).code === 200;
const changedAt = async (id: bigint) => {
  const { rows } = await app.database.query<{ at: Date | null }>({
    text: 'select password_changed_at as at from customer where id = $1',
    values: [id],
  });
  return rows[0]?.at ?? null;
};
const tooCommon = (field: string) => ({
  code: 20005,
  message: '密码格式不正确',
  data: { field, reason: 'TOO_COMMON' },
});
const badPasswords = ['short1a', 'onlyletters', '1234567890', `a1${'x'.repeat(63)}`];

describe('with the old one [call:POST /api/user/update-password]', () => {
  it('changes it and ends every other session', async () => {
    const { account, caller, id } = await app.createCustomer();
    const other = await app.data('login', { account, password: testPassword });
    const change = { oldPassword: testPassword, newPassword: 'N3wPassword' };
    expect(await app.call('updatePassword', change, caller)).toEqual({
      status: 200,
      code: 200,
      message: 'ok',
      data: null,
    });
    expect([await isIn(caller), await isIn({ accessToken: other.accessToken })]).toEqual([true, false]);
    expect(await changedAt(id)).toEqual(app.clock.now());
    expect((await app.call('login', { account, password: testPassword })).code).toBe(20001);
    expect((await app.call('login', { account, password: 'N3wPassword' })).code).toBe(200);
  });

  it('refuses a wrong old one and a bad new one [code:20005]', async () => {
    const { account, caller } = await app.createCustomer();
    const wrong = await app.call('updatePassword', { oldPassword: 'Passw0rd2', newPassword: 'N3wPassword' }, caller);
    expect(wrong).toMatchObject({ code: 20001 });
    for (const newPassword of badPasswords) {
      const bad = await app.call('updatePassword', { oldPassword: testPassword, newPassword }, caller);
      expect(bad).toEqual({ status: 200, code: 20005, message: '密码格式不正确', data: null });
    }
    expect((await app.call('login', { account, password: testPassword })).code).toBe(200);
  });

  it('refuses the old one as the new one, and says which field is wrong', async () => {
    const { caller, id } = await app.createCustomer();
    const same = { oldPassword: testPassword, newPassword: testPassword };
    expect(await app.call('updatePassword', same, caller)).toEqual({
      status: 200,
      code: 20005,
      message: '密码格式不正确',
      data: { field: 'newPassword', reason: 'SAME_AS_OLD' },
    });
    expect(await changedAt(id)).toBeNull();
  });

  it('refuses one of the most used ones', async () => {
    const { caller } = await app.createCustomer();
    for (const newPassword of ['1qaz2wsx', 'password1', 'Password1', 'abc12345']) {
      const change = { oldPassword: testPassword, newPassword };
      expect(await app.call('updatePassword', change, caller)).toMatchObject(tooCommon('newPassword'));
    }
    expect(
      (await app.call('updatePassword', { oldPassword: testPassword, newPassword: 'Lode@2026' }, caller)).code,
    ).toBe(200);
  });

  it('happens once when it is asked for twice at once', async () => {
    const { caller } = await app.createCustomer();
    const change = (newPassword: string) =>
      app.call('updatePassword', { oldPassword: testPassword, newPassword }, caller);
    const replies = await Promise.all([change('N3wPassword'), change('An0therOne')]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 20001]);
  });
});

describe('with a code [call:POST /api/user/set-password]', () => {
  const codeFor = async (account: string) => {
    app.clock.advance({ minutes: 1 });
    await app.data('sendCode', { account, scene: 'SET_PASSWORD' });
    return app.lastCode(account);
  };

  it('sets the first one, which is no change', async () => {
    const account = 'first@example.com';
    const id = await app.slices.identity.createCustomer(app.database, { account, nickname: '', tags: [] });
    expect((await app.call('login', { account, password: testPassword })).code).toBe(20001);
    await app.data('setPassword', {
      account: 'First@Example.com',
      code: await codeFor(account),
      password: testPassword,
    });
    expect((await app.call('login', { account, password: testPassword })).code).toBe(200);
    expect(await changedAt(id ?? 0n)).toBeNull();
  });

  it('resets a forgotten one and ends every session', async () => {
    const { account, caller, id } = await app.createCustomer();
    await app.data('setPassword', { account, code: await codeFor(account), password: 'N3wPassword' });
    expect(await isIn(caller)).toBe(false);
    expect(await changedAt(id)).toEqual(app.clock.now());
  });

  it('sets the same one again: who forgot it cannot know', async () => {
    const { account } = await app.createCustomer();
    await app.data('setPassword', { account, code: await codeFor(account), password: testPassword });
    expect((await app.call('login', { account, password: testPassword })).code).toBe(200);
  });

  it('refuses a wrong code, an unknown account and a bad password; a refusal leaves the code good', async () => {
    const { account } = await app.createCustomer();
    const code = await codeFor(account);
    const set = (password: string, of = account, by = code) =>
      app.call('setPassword', { account: of, code: by, password });
    for (const password of badPasswords) expect((await set(password)).code).toBe(20005);
    expect((await set('N3wPassword', '13711111111')).code).toBe(20002);
    expect((await set('N3wPassword', account, code === '000000' ? '000001' : '000000')).code).toBe(20002);
    expect(await set('N3wPassword', 'stranger')).toMatchObject({ code: 400, data: { field: 'account' } });
    expect((await set('N3wPassword')).code).toBe(200);
    expect((await set('N3wPassword')).code).toBe(20002);
  });

  it('refuses one of the most used ones and leaves the code good', async () => {
    const { account } = await app.createCustomer();
    const code = await codeFor(account);
    const set = (password: string) => app.call('setPassword', { account, code, password });
    expect(await set('qwer1234')).toMatchObject(tooCommon('password'));
    expect((await set('Lode@2026')).code).toBe(200);
  });

  it('lets a customer in whose password was set before the list', async () => {
    const account = 'before@example.com';
    const id = await app.slices.identity.createCustomer(app.database, { account, nickname: '', tags: [] });
    const credentials = { password: 'password1', fundsPassword: '123456' };
    await app.slices.identity.seedDemoCredentials(app.database, id ?? 0n, credentials);
    expect((await app.call('login', { account, password: 'password1' })).code).toBe(200);
  });

  it('tells a disabled customer so, after the right code only', async () => {
    const { account, id } = await app.createCustomer();
    const code = await codeFor(account);
    await app.database.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [id] });
    const set = (by: string) => app.call('setPassword', { account, code: by, password: 'N3wPassword' });
    expect((await set(code === '000000' ? '000001' : '000000')).code).toBe(20002);
    expect((await set(code)).code).toBe(1001);
  });
});
