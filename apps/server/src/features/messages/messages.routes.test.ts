// The demo's messages are for the person at this machine: they are there as soon as they were asked for, and to every
// other request the page does not exist.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobRunner } from '../../platform/jobs/jobs.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const get = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'GET', url: '/dev/messages', headers: { host: '127.0.0.1:8110', ...headers }, remoteAddress });

it('shows a code that has just been asked for, newest first, as a plain array', async () => {
  const { account } = await app.createCustomer();
  await app.runJobs();
  const before = (await get()).json().length;
  const runner = await startJobRunner({ databaseUrl: app.databaseUrl, jobs: app.jobs, log: app.log });
  await app.data('sendCode', { account, scene: 'LOGIN' });
  const first = (await get()).json();
  expect(first.slice(0, -before || undefined)).toEqual([
    {
      to: account,
      scene: 'LOGIN',
      code: expect.stringMatching(/^\d{6}$/),
      text: expect.stringContaining('验证码'),
      time: app.clock.now().toISOString(),
    },
  ]);
  app.clock.advance({ minutes: 1 });
  await app.data('sendCode', { account, scene: 'SET_PASSWORD' });
  const reply = await get({ host: 'localhost:8110', origin: 'http://localhost:8110' });
  expect(
    reply
      .json()
      .slice(0, 2)
      .map(({ scene }: { scene: string }) => scene),
  ).toEqual(['SET_PASSWORD', 'LOGIN']);
  expect(reply.headers['cache-control']).toBe('no-store');

  const notices = [
    { to: account, text: '电费不足' },
    { to: account, text: '电价将上调' },
  ];
  await app.database.transaction((dbTx) => app.slices.messages.queueNotices(dbTx, notices));
  const shown = (await get()).json().slice(0, 2);
  expect(shown.map(({ text }: { text: string }) => text).sort()).toEqual(['电价将上调', '电费不足'].sort());
  expect(shown[0]).toMatchObject({ to: account, scene: 'NOTICE', code: null });
  await runner.stop();
});

it('does not exist for requests that come from elsewhere or by a detour', async () => {
  const foreign = [
    get({ 'x-forwarded-for': '127.0.0.1' }),
    get({ 'x-forwarded-host': 'localhost' }),
    get({ forwarded: 'for=127.0.0.1' }),
    get({ via: '1.1 proxy' }),
    get({ 'x-real-ip': '127.0.0.1' }),
    get({ 'cf-connecting-ip': '127.0.0.1' }),
    get({ host: 'evil.example' }),
    get({ host: 'localhost.evil.example' }),
    get({ host: '10.0.0.5:8110' }),
    get({ origin: 'https://evil.example' }),
    get({ origin: 'null' }),
    get({ 'sec-fetch-site': 'cross-site' }),
    get({ 'sec-fetch-site': 'same-site' }),
    get({ origin: 'http://127.0.0.1:3000' }),
    ...['x-forwarded', 'forwarded-for', 'client-ip', 'x-cluster-client-ip', 'x-original-forwarded-for'].map((name) =>
      get({ [name]: '127.0.0.1' }),
    ),
    ...['x-originating-ip', 'x-remote-ip', 'fly-client-ip', 'x-envoy-external-address', 'cdn-loop'].map((name) =>
      get({ [name]: '127.0.0.1' }),
    ),
    get({}, '192.168.1.7'),
  ];
  for (const reply of await Promise.all(foreign)) expect([reply.statusCode, reply.json().code]).toEqual([404, 404]);
  expect((await get()).statusCode).toBe(200);
});

it('does not exist outside demo mode', async () => {
  const env = {
    DEMO: '0',
    RATE_LIMIT_SCALE: '1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_FROM: 'a@b.cn',
    ALIYUN_SMS_ACCESS_KEY_ID: 'id',
    ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
    ALIYUN_SMS_SIGN_NAME: 'Lode',
    ALIYUN_SMS_TEMPLATE: 'SMS_1',
    ALIYUN_SMS_TEMPLATE_WITHDRAW: 'SMS_2',
  };
  const production = await startTestApp({ env });
  const reply = await production.inject({ method: 'GET', url: '/dev/messages', headers: { host: 'localhost' } });
  expect(reply.statusCode).toBe(404);
  await production.stop();
});

it('does not send a code that has died on the way', async () => {
  const { account } = await app.createCustomer();
  await app.data('sendCode', { account, scene: 'LOGIN' });
  app.clock.advance({ minutes: 10 });
  await app.runJobs();
  const { rowCount } = await app.database.query({
    text: `select from local_message where recipient = $1 and scene = 'LOGIN'`,
    values: [account],
  });
  expect(rowCount).toBe(0);
});
