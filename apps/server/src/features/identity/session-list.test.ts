// What the session list shows of a device, when a use is noted, and that idle sessions and all others end.
import { methodAndPath } from '@lode/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../testing/app.ts';

const idleDays = 7;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { SESSION_IDLE_DAYS: String(idleDays) } });
});
afterAll(() => app.stop());

const codeOf = async (caller: { accessToken: string; deviceId?: string }) =>
  (await app.call('userInfo', {}, caller)).code;
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

async function logInFrom(account: string, remoteAddress: string, deviceId: string): Promise<{ accessToken: string }> {
  const reply = await app.inject({
    method: 'POST',
    url: methodAndPath('login').path,
    headers: { deviceId, 'user-agent': iPhone },
    payload: { account, password: testPassword },
    remoteAddress,
  });
  const { data } = reply.json<{ data: { accessToken: string } }>();
  return data;
}

/** Last use of the own session, after the gathered uses were written. */
const noted = async (caller: { accessToken: string; deviceId: string }) => {
  await app.slices.identity.flushSessionUses();
  const own = (await app.data('sessionList', {}, caller)).find(({ current }) => current);
  return own?.lastUsedAt;
};

describe('session/list', () => {
  it('names model, system, browser and a coarse network', async () => {
    const { account, caller } = await app.createCustomer();
    const { accessToken } = await logInFrom(account, '203.0.113.77', 'iphone');
    const [own, first] = await app.data('sessionList', {}, { accessToken, deviceId: 'iphone' });
    expect(own).toMatchObject({
      model: 'iPhone',
      system: 'iOS 17.5',
      browser: 'Safari 17',
      network: '203.0.113.0/24',
      city: null,
      isLocalNetwork: false,
      lastUsedAt: app.clock.now().toISOString(),
      current: true,
    });
    expect(first).toMatchObject({ model: null, current: false });
    expect(JSON.stringify(await app.data('sessionList', {}, caller))).not.toContain('203.0.113.77');
    const { rows } = await app.database.query({ text: 'select s::text as row from session s' });
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  });

  it('notes a use every five minutes at most, with the network it came from', async () => {
    const { account, caller } = await app.createCustomer();
    const atLogin = app.clock.now();
    // The first use after the login is noted: the process has seen none yet.
    expect(await noted(caller)).toBe(atLogin.toISOString());
    app.clock.advance({ minutes: 5, seconds: -1 });
    await codeOf(caller);
    expect(await noted(caller)).toBe(atLogin.toISOString());
    app.clock.advance({ seconds: 1 });
    const { method, path } = methodAndPath('wallet');
    await app.inject({ method, url: path, headers: { ...caller }, remoteAddress: '198.51.100.9' });
    expect(await noted(caller)).toBe(app.clock.now().toISOString());
    const other = await logInFrom(account, '192.0.2.1', 'other');
    const seen = await app.data('sessionList', {}, { ...other, deviceId: 'other' });
    expect(seen.map(({ network }) => network)).toEqual(['192.0.2.0/24', '198.51.100.0/24']);
  });
});

describe('an idle session', () => {
  it('ends, and one that is used goes on', async () => {
    const { account, caller } = await app.createCustomer();
    const idle = { ...(await logInFrom(account, '192.0.2.1', 'idle')), deviceId: 'idle' };
    app.clock.advance({ days: idleDays, seconds: -1 });
    expect(await codeOf(caller)).toBe(200);
    await app.slices.identity.flushSessionUses();
    app.clock.advance({ seconds: 1 });
    expect(await codeOf(idle)).toBe(10111);
    expect(await codeOf(caller)).toBe(200);
    expect(await app.data('sessionList', {}, caller)).toHaveLength(1);
  });
});

describe('session/revoke-all [call:POST /api/user/session/revoke-all]', () => {
  it('ends all others of this customer, and none of another customer', async () => {
    const { account, caller } = await app.createCustomer();
    const stranger = await app.createCustomer();
    const others = [await logInFrom(account, '192.0.2.1', 'one'), await logInFrom(account, '192.0.2.1', 'two')];
    expect(await app.data('sessionRevokeAll', {}, caller)).toEqual({ ended: 2 });
    expect(await codeOf({ ...(others[0] ?? { accessToken: '' }), deviceId: 'one' })).toBe(10111);
    expect([await codeOf(caller), await codeOf(stranger.caller)]).toEqual([200, 200]);
    expect(await app.data('sessionRevokeAll', {}, caller)).toEqual({ ended: 0 });
  });

  it('ends the current one too when asked', async () => {
    const { caller } = await app.createCustomer();
    expect(await app.data('sessionRevokeAll', { keepCurrent: false }, caller)).toEqual({ ended: 1 });
    expect(await codeOf(caller)).toBe(10111);
  });
});
