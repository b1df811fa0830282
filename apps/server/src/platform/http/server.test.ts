// Whatever is thrown at the server, it answers in the envelope, says nothing of its inside, and keeps private answers out
// of caches.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { Overloaded } from './errors.ts';

let app: TestApp;
let customer: TestCustomer;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  app = await startTestApp({ log });
  customer = await app.createCustomer();
});
afterAll(() => app.stop());

const login = '/api/user/login';
const json = { 'content-type': 'application/json' };

async function answer(request: InjectOptions) {
  const reply = await app.inject(request);
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

describe('the envelope [rule:envelope]', () => {
  it('is around a good answer', async () => {
    const { status, body } = await answer({ method: 'GET', url: '/api/user/info', headers: customer.caller });
    expect(status).toBe(200);
    expect(body).toMatchObject({ code: 200, message: 'ok', data: { id: customer.id.toString() } });
  });

  it('is around a refusal, which is HTTP 200', async () => {
    const { status, body } = await answer({ method: 'GET', url: '/api/user/info' });
    expect(status).toBe(200);
    expect(body).toEqual({ code: 10111, message: '登录失效', data: null });
  });

  it('is around malformed input, which is named', async () => {
    const cases: [InjectOptions, string][] = [
      [{ method: 'POST', url: login, headers: json, payload: '{"account":' }, 'body'],
      [{ method: 'POST', url: login, headers: json, payload: '{"account":"a","account":"b"}' }, 'account'],
      [{ method: 'POST', url: `${login}?account=a&colour=red` }, 'colour'],
      [{ method: 'POST', url: `${login}?account=%zz` }, 'account'],
      [{ method: 'POST', url: login }, 'account'],
      [{ method: 'POST', url: `${login}?account=a&password=b`, headers: { deviceid: 'ü' } }, 'deviceId'],
    ];
    for (const [request, field] of cases) {
      const { status, body } = await answer(request);
      expect({ status, ...body }).toEqual({
        status: 400,
        code: 400,
        message: `请求参数错误：${field}`,
        data: { field },
      });
    }
  });

  it('is around what does not exist, a wrong method included', async () => {
    const requests = [
      ['GET', '/api/nothing'],
      ['GET', login],
      ['PUT', login],
      ['DELETE', '/api/user/info'],
      ['OPTIONS', login],
      ['POST', '/api/user/info'],
      ['GET', '/api/user/info/'],
      ['GET', '/API/user/info'],
    ] as const;
    for (const [method, url] of requests) {
      const { status, body } = await answer({ method, url, headers: { accept: 'text/html' } });
      expect({ status, ...body }).toEqual({ status: 404, code: 404, message: '内容不存在', data: null });
    }
    const head = await app.inject({ method: 'HEAD', url: '/api/user/info' });
    expect(head.statusCode).toBe(404);
  });

  it('is around bodies that are too large or of another kind', async () => {
    const large = JSON.stringify({ account: 'a'.repeat(100_000) });
    const { status, body } = await answer({ method: 'POST', url: login, headers: json, payload: large });
    expect([status, body.code]).toEqual([413, 413]);
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json5']) {
      const reply = await answer({
        method: 'POST',
        url: login,
        headers: { 'content-type': type },
        payload: 'account=a',
      });
      expect([reply.status, reply.body.code]).toEqual([415, 415]);
    }
  });

  it('is around what is no HTTP at all', async () => {
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.fastify.server.address() as { port: number };
    const reply = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (part) => (text += part));
      socket.on('close', () => resolve(text));
    });
    expect(reply).toMatch(/^HTTP\/1.1 400 /);
    expect(reply.toLowerCase()).toContain("content-security-policy: default-src 'none'");
    expect(reply.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 400, data: { field: 'request' } });

    // A connection that a browser opened ahead and that has sent nothing is closed without a word.
    const accepted = once(app.fastify.server, 'connection');
    const ahead = connect(port, '127.0.0.1');
    const [socket] = (await accepted) as [Socket];
    let received = '';
    ahead.on('data', (part) => (received += part));
    const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.fastify.server.emit('clientError', timeout, socket);
    await once(ahead, 'close');
    expect(received).toBe('');
  });

  it('takes a form as well as JSON, and both beside a query', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { account, password } = customer;
    const ways = [
      { url: login, headers: form, payload: `account=${account}&password=${password}` },
      { url: login, headers: json, payload: JSON.stringify({ account, password }) },
      { url: `${login}?account=${account}`, headers: json, payload: JSON.stringify({ password }) },
      { url: `${login}?account=${account}&password=${password}`, headers: json, payload: '' },
      { url: `${login}?account=${account}&password=${password}` },
    ];
    for (const way of ways) expect((await answer({ method: 'POST', ...way })).body.code).toBe(200);
  });
});

describe('when something breaks', () => {
  const failing = async (error: unknown) => {
    const broken = await startTestApp({ log: app.log });
    const { database } = broken;
    const query = database.query;
    database.query = () => Promise.reject(error);
    const reply = await broken.inject({ method: 'GET', url: '/api/user/info', headers: customer.caller });
    const ready = await broken.inject({ method: 'GET', url: '/api/ready' });
    const health = await broken.inject({ method: 'GET', url: '/api/health' });
    database.query = query;
    await broken.stop();
    expect(health.statusCode).toBe(200);
    expect(ready.statusCode).toBe(503);
    return { status: reply.statusCode, body: reply.json(), text: reply.body };
  };

  it('is not ready any more when it is ending, and still answers what comes [call:GET /api/ready] [call:GET /api/health]', async () => {
    const another = await app.startAnother();
    const statusOf = async (url: string) => (await another.inject({ method: 'GET', url })).statusCode;
    expect(await statusOf('/api/ready')).toBe(200);
    another.leave();
    expect([await statusOf('/api/ready'), await statusOf('/api/health')]).toEqual([503, 200]);
    await another.stop();
  });

  it('says nothing of its inside', async () => {
    const { status, body, text } = await failing(new Error('relation "customer" is on fire'));
    expect([status, body.code]).toEqual([500, 500]);
    expect(text).not.toMatch(/fire|stack|customer/);
    expect(logged.join()).toContain('on fire');
  });

  it('says "later" when the database is down or a queue is full', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const shutdown = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const promoted = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
    const full = new Error('timeout exceeded when trying to connect');
    for (const error of [away, shutdown, promoted, full, new Overloaded('full')]) {
      const { status, body } = await failing(error);
      expect([status, body.code]).toEqual([503, 503]);
    }
  });

  it('logs a flood that it refuses once, not for each request', async () => {
    const before = logged.length;
    const flooded = await app.startAnother();
    const { verify } = app.passwords;
    app.passwords.verify = () => Promise.reject(new Overloaded('full', { asker: 'stranger' }));
    const guess = { method: 'POST', url: `${login}?account=a@b.cn&password=guess`, payload: {} } as const;
    const statuses: number[] = [];
    for (let n = 0; n < 50; n++) statuses.push((await flooded.inject(guess)).statusCode);
    app.passwords.verify = verify;
    await flooded.stop();
    expect(new Set(statuses)).toEqual(new Set([503]));
    const lines = logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    const written = lines.filter(({ event, err }) => event === 'server.overloaded' || err !== undefined);
    expect(written).toEqual([expect.objectContaining({ reason: 'full', asker: 'stranger', refused: 1 })]);
  });
});

describe('headers', () => {
  it('keep private answers and refusals out of caches', async () => {
    for (const url of ['/api/user/info', '/api/nothing', '/api/user/exist']) {
      const { headers } = await answer({ method: 'GET', url, headers: customer.caller });
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('allow no script but our own files, and no frame around us', async () => {
    const { headers } = await answer({ method: 'GET', url: '/nowhere' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|script-src[^;]*(?:\*|https:|data:)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('let the answer of a call do nothing at all, and no other site load it', async () => {
    for (const url of ['/api/health', '/api/user/info', '/api/nothing', '/api/%zz']) {
      const { headers } = await answer({ method: 'GET', url });
      expect(headers, url).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
    }
  });
});

it('keeps secrets out of every log line', async () => {
  const canary = 'canary7Canary';
  const { account } = customer;
  const requests: InjectOptions[] = [
    { method: 'POST', url: `${login}?account=${account}&password=${canary}` },
    { method: 'POST', url: `${login}?account=${account}&password=${canary}&password=${canary}` },
    { method: 'POST', url: login, headers: json, payload: `{"password":"${canary}"` },
    { method: 'POST', url: login, headers: json, payload: JSON.stringify({ account, password: canary }) },
    { method: 'GET', url: `/api/nothing?password=${canary}` },
    { method: 'GET', url: `/%zz?password=${canary}` },
    { method: 'GET', url: '/api/user/info', headers: { accesstoken: canary } },
    { method: 'POST', url: '/api/user/set-password', headers: { cookie: canary }, payload: { account, code: canary } },
  ];
  for (const request of requests) await app.inject(request);
  const query = app.database.query;
  app.database.query = () => Promise.reject(new Error('away'));
  for (const request of requests) await app.inject(request);
  app.database.query = query;
  app.clock.advance({ minutes: 2 });
  await app.call('sendCode', { account, scene: 'LOGIN' });
  const code = await app.lastCode(account);

  const lines = logged.join('');
  expect(lines).toContain('answered');
  expect(lines).toContain('away');
  expect(lines).not.toContain(canary);
  expect(lines).not.toContain(code);
  expect(lines).not.toContain(customer.caller.accessToken);
});

it('stops one address from using up the codes of a whole day', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01', FREE_ANONYMOUS_CALLS: '10000' } });
  let answered = 0;
  for (let asked = 0; asked < 30; asked++) {
    const account = `1380013${String(8000 + asked)}`;
    const reply = await limited.inject({ method: 'POST', url: `/api/sms/send?account=${account}&scene=LOGIN` });
    if (reply.statusCode === 200) answered++;
    // A minute's share is 2: only the day's limit is left.
    vi.setSystemTime(Date.now() + 61_000);
  }
  vi.useRealTimers();
  expect(answered).toBe(10);
  await limited.stop();
});

it.each(['/api/health', '/api/ready', '/api/openapi.json'])(
  'limits %s, and counts it apart from customers',
  async (url) => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.001' } });
    const statusOf = async (path: string) => (await limited.inject({ method: 'GET', url: path })).statusCode;
    while ((await statusOf('/api/setting/detail/wallet')) !== 429);
    const codes: number[] = [];
    for (let asked = 0; asked < 4; asked++) codes.push(await statusOf(url));
    expect([codes[0], codes[3]]).toEqual([200, 429]);
    await limited.stop();
  },
);

it('tells who asks too often to wait', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
  const exist = () => limited.inject({ method: 'GET', url: '/api/user/exist?account=a@b.cn' });
  for (let asked = 0; asked < 3; asked++) expect((await exist()).statusCode).toBe(200);
  const refused = await exist();
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    code: 429,
    message: '请求过于频繁，请稍后再试',
    data: { retryAfter: expect.any(Number) },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // Another group of calls is counted by itself.
  expect((await limited.inject({ method: 'GET', url: '/api/user/info' })).statusCode).toBe(200);
  await limited.stop();
});

it('describes itself [call:GET /api/openapi.json]', async () => {
  const { status, body } = await answer({ method: 'GET', url: '/api/openapi.json' });
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  expect(Object.keys(body.paths)).toContain(login);
});
