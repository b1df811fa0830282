// A token is good for its customer, on its device, until it expires or is ended, and for nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const codeOf = async (caller: { accessToken?: string; deviceId?: string }) =>
  (await app.call('userInfo', {}, caller)).code;

it('needs the token [error:10111] [role:access-token-header] [role:logged-out]', async () => {
  const { caller } = await app.createCustomer();
  expect(await codeOf(caller)).toBe(200);
  for (const accessToken of ['', 'x', `${caller.accessToken}x`, caller.accessToken.toUpperCase(), 'a'.repeat(5000)]) {
    expect(await codeOf({ ...caller, accessToken })).toBe(10111);
  }
});

it('is bound to the device that logged in; one without a device is bound to none', async () => {
  const { account, caller } = await app.createCustomer({ deviceId: 'phone' });
  expect(await codeOf(caller)).toBe(200);
  expect(await codeOf({ accessToken: caller.accessToken, deviceId: 'other' })).toBe(10111);
  expect(await codeOf({ accessToken: caller.accessToken })).toBe(10111);
  const { accessToken } = await app.data('login', { account, password: testPassword });
  expect([await codeOf({ accessToken }), await codeOf({ accessToken, deviceId: 'any' })]).toEqual([200, 200]);
});

it('ends after thirty days', async () => {
  const { caller } = await app.createCustomer();
  app.clock.advance({ days: 30, seconds: -1 });
  expect(await codeOf(caller)).toBe(200);
  app.clock.advance({ seconds: 1 });
  expect(await codeOf(caller)).toBe(10111);
});

it('ends with logout, alone [state:session.logout] [call:POST /api/user/logout]', async () => {
  const { account, caller } = await app.createCustomer();
  const other = await app.data('login', { account, password: testPassword });
  expect(await app.data('logout', {}, caller)).toBeNull();
  expect(await codeOf(caller)).toBe(10111);
  expect((await app.call('logout', {}, caller)).code).toBe(10111);
  expect(await codeOf({ accessToken: other.accessToken })).toBe(200);
});

it('lists live sessions and ends one of the own [call:GET /api/user/session/list] [call:POST /api/user/session/revoke]', async () => {
  const { account, caller } = await app.createCustomer({ deviceId: 'phone-of-theirs' });
  app.clock.advance({ minutes: 1 });
  await app.data('login', { account, password: testPassword }, { deviceId: 'tablet-of-theirs' });
  const sessions = await app.data('sessionList', {}, caller);
  // Never the whole name: the name is enough to pass for a known device.
  expect(sessions.map(({ deviceId, current }) => [deviceId, current])).toEqual([
    ['tablet', false],
    ['phone-', true],
  ]);
  const [tablet] = sessions;
  const stranger = await app.createCustomer();
  for (const id of [tablet?.id ?? '', '999999', 'nonsense']) {
    expect((await app.call('sessionRevoke', { id }, stranger.caller)).code).toBe(404);
  }
  expect((await app.call('sessionRevoke', { id: tablet?.id ?? '' }, caller)).code).toBe(200);
  expect((await app.call('sessionRevoke', { id: tablet?.id ?? '' }, caller)).code).toBe(404);
  expect(await app.data('sessionList', {}, caller)).toHaveLength(1);
});

it('answers 1001 to everything once the customer is disabled [error:1001] [state:session.ended]', async () => {
  const { caller, id } = await app.createCustomer();
  const setStatus = (status: string) =>
    app.database.query({ text: 'update customer set status = $2 where id = $1', values: [id, status] });
  await setStatus('DISABLED');
  expect(await codeOf(caller)).toBe(1001);
  expect((await app.call('logout', {}, caller)).code).toBe(1001);
  expect(await codeOf({ accessToken: caller.accessToken })).toBe(10111);
});

it('a password does not expire', async () => {
  const { account } = await app.createCustomer();
  app.clock.advance({ days: 3650 });
  expect((await app.call('login', { account, password: testPassword })).code).toBe(200);
});

it('keeps only the hash of a token', async () => {
  const { caller } = await app.createCustomer();
  const { rows } = await app.database.query({ text: `select s::text as row from session s` });
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(caller.accessToken);
});

it('tells whether an account exists [call:GET /api/user/exist]', async () => {
  const { account } = await app.createCustomer({ account: 'bob@example.com' });
  expect(await app.data('accountExists', { account })).toEqual({ exist: true });
  expect(await app.data('accountExists', { account: 'BOB@example.com' })).toEqual({ exist: true });
  expect(await app.data('accountExists', { account: 'eve@example.com' })).toEqual({ exist: false });
  expect(await app.call('accountExists', { account: 'eve' })).toMatchObject({ code: 400, data: { field: 'account' } });
});

it('chooses the theme by tag [call:GET /api/user/tag/info] [role:vip-theme]', async () => {
  const plain = await app.createCustomer({ tags: ['老客户'] });
  const vip = await app.createCustomer({ tags: ['VIP'] });
  const skin = async (caller: { accessToken: string }) => app.data('skinTag', { groupTagType: 'APP_SKIN' }, caller);
  expect(await skin(plain.caller)).toEqual({ groupTagType: 'APP_SKIN', tag: 'default' });
  expect(await skin(vip.caller)).toEqual({ groupTagType: 'APP_SKIN', tag: 'vip' });
});

it('forgets what only the past needed', async () => {
  const { account, caller } = await app.createCustomer();
  await app.call('login', { account, password: 'Passw0rd2' });
  await app.data('sendCode', { account, scene: 'LOGIN' });
  const count = async () => {
    await app.jobs['clean-up-identity']?.({});
    const { rows } = await app.database.query({
      text: `select (select count(*) from login_attempt)::int as attempts, (select count(*) from one_time_code)::int as codes,
               (select count(*) from session)::int as sessions`,
    });
    return rows[0];
  };
  expect(await count()).toMatchObject({ attempts: 1, codes: 1 });
  expect(await codeOf(caller)).toBe(200);
  app.clock.advance({ days: 211 });
  expect(await count()).toEqual({ attempts: 0, codes: 0, sessions: 0 });
});
