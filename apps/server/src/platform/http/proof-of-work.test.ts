// Anonymous calls beyond a free number cost their network some work: a challenge is solved for one call, once, in five minutes.
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../testing/app.ts';
import { someNewAddress } from '../../testing/withdrawal-actions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', FREE_ANONYMOUS_CALLS: '3', TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.stop());

/** A network of its own for each test. */
let network = 0;
let from: string;
beforeEach(() => {
  from = `203.0.113.${++network}`;
});

const exist = '/api/user/exist?account=a@b.cn';
const code = (account: string) => `/api/sms/send?account=${account}&scene=LOGIN`;

async function ask(url: string, altcha?: string, ip = from, server: Pick<TestApp, 'inject'> = app) {
  const method = url === exist ? 'GET' : 'POST';
  const headers = { 'x-forwarded-for': ip, ...(altcha !== undefined && { altcha }) };
  const reply = await server.inject({ method, url, headers });
  return { ...reply.json(), status: reply.statusCode } as {
    status: number;
    code: number;
    message: string;
    data: { challenge: Challenge };
  };
}

/** Asks until the free calls of the network are used up: the challenge that follows. */
async function challengeFor(url: string, ip = from): Promise<Challenge> {
  for (;;) {
    const { code: answer, data } = await ask(url, undefined, ip);
    if (answer === 20006) return data.challenge;
  }
}

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
async function solve(challenge: Challenge): Promise<string> {
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

describe('a call beyond the free number', () => {
  it('has to solve a challenge, and goes on with its solution', async () => {
    for (let asked = 0; asked < 3; asked++) expect((await ask(exist)).code).toBe(200);
    const refused = await ask(exist);
    expect(refused).toMatchObject({
      status: 200,
      code: 20006,
      message: '请完成验证',
      data: { challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' }, signature: expect.any(String) } },
    });
    expect(await ask(exist, await solve(refused.data.challenge))).toMatchObject({ code: 200, data: { exist: false } });
    expect((await ask(exist)).code).toBe(20006);
  });

  it('may be a login or a request for a code, from every caller who is not logged in', async () => {
    await challengeFor(exist);
    const { account } = await app.createCustomer();
    const login = `/api/user/login?account=${account}&password=${testPassword}`;
    expect([(await ask(login)).code, (await ask(code(account))).code]).toEqual([20006, 20006]);
    expect((await ask(login, await solve(await challengeFor(login)))).code).toBe(200);
    expect((await ask(code(account), await solve(await challengeFor(code(account))))).code).toBe(200);
  });

  it('is no code for money of a customer who is logged in', async () => {
    await challengeFor(exist);
    const { account, caller } = await app.createCustomer();
    const query = { account, scene: 'WITHDRAW', ...someNewAddress };
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sms/send',
      query,
      headers: { ...caller, 'x-forwarded-for': from },
    });
    expect(reply.json()).toMatchObject({ code: 200 });
  });

  it('is of its own network', async () => {
    await challengeFor(exist);
    expect((await ask(exist, undefined, '198.51.100.1')).code).toBe(200);
    await challengeFor(exist, '2001:db8:1:2::1');
    expect((await ask(exist, undefined, '2001:db8:1:2:ffff::9')).code).toBe(20006);
    expect((await ask(exist, undefined, '2001:db8:2:2::1')).code).toBe(200);
  });

  it('is of its /48, where each call comes from another /56', async () => {
    const codes: number[] = [];
    for (let n = 0; n < 60; n++)
      codes.push((await ask(exist, undefined, `2001:db8:9:${(n * 256).toString(16)}::1`)).code);
    expect(codes.indexOf(20006)).toBe(16 * 3);
  });
});

describe('a solution', () => {
  it('is good once, in whatever process', async () => {
    const solution = await solve(await challengeFor(exist));
    const another = await app.startAnother();
    for (let asked = 0; asked < 3; asked++) await ask(exist, undefined, from, another);
    const replies = await Promise.all([...Array(5)].map((_, n) => ask(exist, solution, from, n % 2 ? app : another)));
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.code === 20006)).toHaveLength(4);
    await another.stop();
  });

  it('is good for five minutes', async () => {
    // Both are made at the same time, however long they take to solve.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const [first, second] = [await solve(await challengeFor(exist)), await solve(await challengeFor(exist))];
    vi.setSystemTime(Date.now() + 298_000);
    expect((await ask(exist, first)).code).toBe(200);
    vi.setSystemTime(Date.now() + 3000);
    expect((await ask(exist, second)).code).toBe(20006);
    vi.useRealTimers();
  });

  it('is good for its call and its network alone', async () => {
    const solution = await solve(await challengeFor(exist));
    expect((await ask(code('13812345620'), solution)).code).toBe(20006);
    await challengeFor(exist, '198.51.100.7');
    expect((await ask(exist, solution, '198.51.100.7')).code).toBe(20006);
    expect((await ask(exist, solution)).code).toBe(200);
  });

  it('has to be one: neither invented nor changed nor easier', async () => {
    const challenge = await challengeFor(exist);
    const solution = await solveChallenge({ challenge, deriveKey });
    const { parameters } = challenge;
    const easy = { ...challenge, parameters: { ...parameters, keyPrefix: '0' } };
    const forged = [
      '',
      'nonsense',
      encode(null),
      encode({}),
      encode({ challenge: {}, solution }),
      encode({ challenge: { ...challenge, signature: 7 }, solution }),
      encode({ challenge: { parameters }, solution }),
      encode({ challenge, solution: null }),
      encode({ challenge, solution: { ...solution, counter: (solution?.counter ?? 0) + 1 } }),
      encode({ challenge: easy, solution }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } }, solution }),
      'A'.repeat(5000),
    ];
    for (const altcha of forged) expect(await ask(exist, altcha)).toMatchObject({ status: 200, code: 20006 });
    expect((await ask(exist, encode({ challenge, solution }))).code).toBe(200);
  });

  it('is forgotten when its challenge has expired', async () => {
    await ask(exist, await solve(await challengeFor(exist)));
    const count = async () => {
      const { rows } = await app.database.query({ text: 'select count(*)::int as count from spent_challenge' });
      return rows[0]?.count;
    };
    await app.jobs['clean-up-requests']?.({});
    expect(await count()).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    await app.jobs['clean-up-requests']?.({});
    vi.useRealTimers();
    expect(await count()).toBe(0);
  });
});
