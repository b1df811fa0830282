/** Proves that the console's listener has its own routes and no other, that no page of another site makes it do anything, and that each call asks for its session. */
import { consoleRoutes } from '@lode/contract/console';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { accessTable, consoleTable, refuseUnlistedRoutes } from '../access-table.ts';
import { requestCounts, requestLimits } from '../limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
});
afterAll(() => app.stop());

const login = { name: 'finance', password: 'Lode@Console1' };
const ask = (fastify: TestApp['console'], { method, path }: { method: string; path: string }) =>
  fastify.inject({
    method: method as 'GET',
    url: path.replace(':name', 'x'),
    headers: { origin: consoleOrigin, 'content-type': 'application/json' },
    ...(method === 'POST' && { payload: '{}' }),
  });

describe('the two listeners', () => {
  it('answer no call of each other', async () => {
    for (const route of consoleTable) expect((await ask(app.fastify, route)).statusCode, route.path).toBe(404);
    for (const route of accessTable) expect((await ask(app.console, route)).statusCode, route.path).toBe(404);
    for (const path of ['/', '/index.html', '/login'])
      expect((await ask(app.console, { method: 'GET', path })).statusCode, path).toBe(404);
  });

  it('have each listed route, and can have no other', () => {
    for (const { method, path } of consoleTable)
      expect(app.console.hasRoute({ method: method as 'GET', url: path }), path).toBe(true);
    const fastify = Fastify();
    refuseUnlistedRoutes(fastify, consoleTable);
    const add = (url: string) => () => fastify.route({ method: 'POST', url, handler: () => null });
    expect(add('/staff/secret')).toThrow('is not in the access table');
    expect(add('/api/user/login')).toThrow('is not in the access table');
  });

  it('let only logins, and to pictures that are public, in without a session', async () => {
    const open = consoleTable.filter(({ access }) => access === 'open').map(({ path }) => path);
    expect(open).toEqual([
      '/staff/login/password',
      '/staff/login/passkey/options',
      '/staff/login/passkey/verify',
      '/api/content/image/:name',
    ]);
    for (const route of consoleTable.filter(({ access }) => access !== 'open'))
      expect(JSON.parse((await ask(app.console, route)).body).code, route.path).toBe(10111);
  });
});

describe('a page of another site', () => {
  it.each([
    [{ origin: 'https://evil.example.com' }],
    [{ origin: 'null' }],
    [{ origin: `${consoleOrigin}:8443` }],
    [{ origin: consoleOrigin.replace('https', 'http') }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('makes no call with %j', async (headers) => {
    const { call } = consoleClient(app.console);
    expect((await call('loginByPassword', login, headers)).status).toBe(400);
    await call('loginByPassword', login);
    for (const name of ['logout', 'endSessions', 'session'] as const)
      expect((await call(name, {}, headers)).status, name).toBe(400);
    expect((await call('session')).code).toBe(200);
  });

  it('makes none without an origin, and none by a form', async () => {
    const { path: url } = consoleRoutes.loginByPassword;
    const payload = JSON.stringify(login);
    const json = { 'content-type': 'application/json' };
    expect((await app.console.inject({ method: 'POST', url, headers: json, payload })).statusCode).toBe(400);
    const { call } = consoleClient(app.console);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call('loginByPassword', {}, form)).status).toBe(400);
    expect((await call('loginByPassword', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

it('thirty guesses of one network a minute are compared, and no more, whatever the names', async () => {
  const limits = requestLimits({ rateLimitScale: 1 }, requestCounts(app.database));
  const taken = [];
  for (let n = 0; n < 31; n++) taken.push(await limits.take('staffLogin', '192.0.2.9'));
  expect(taken.filter((refused) => refused === null)).toHaveLength(30);
  expect(await limits.take('staffLogin', '192.0.2.10')).toBeNull();
});

it('strangers of an office use up nothing of the devices that members have logged in on', async () => {
  const tight = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin, RATE_LIMIT_SCALE: '0.1' } });
  try {
    await addStaff(tight);
    const [member, stranger] = [consoleClient(tight.console), consoleClient(tight.console)];
    expect((await member.call('loginByPassword', login)).code).toBe(200);
    const codes = [];
    for (let n = 0; n < 70; n++) codes.push((await stranger.call('session')).status);
    expect(codes.at(-1)).toBe(429);
    for (let n = 0; n < 4; n++) await stranger.call('loginPasskeyOptions', {}, { origin: 'https://evil.example.com' });
    expect((await stranger.call('loginByPassword', login)).status).toBe(429);
    expect((await member.call('session')).code).toBe(200);
    await member.call('logout');
    expect((await member.call('loginByPassword', login)).code).toBe(200);
    // A name that was not made here is a stranger's.
    const forged = { cookie: `__Host-lodeStaffDevice=${'a'.repeat(32)}.${'a'.repeat(43)}` };
    expect((await stranger.call('session', {}, forged)).status).toBe(429);
    // A device has a number too.
    const own = [];
    for (let n = 0; n < 70; n++) own.push((await member.call('session')).status);
    expect(own.at(-1)).toBe(429);
  } finally {
    await tight.stop();
  }
});

it('a /48 makes sixteen times as many, from however many households', async () => {
  const limits = requestLimits({ rateLimitScale: 0.04 }, requestCounts(app.database));
  const passed = [];
  for (let n = 0; n < 25; n++) passed.push((await limits.take('staffLogin', `2001:db8:9:${n}00::1`)) === null);
  // 30 and 16 times 30, of which the scale leaves 1 and 19.
  expect(passed.filter(Boolean)).toHaveLength(19);
  expect(await limits.take('staffLogin', '2001:db8:a::1')).toBeNull();
});
