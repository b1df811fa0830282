// What strangers may make is limited over all processes together, and what is counted for it goes when its window has ended.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { QueryConfig } from '../db/database.ts';
import { requestCounts, requestLimits } from './limits.ts';

let app: TestApp;
let another: Awaited<ReturnType<TestApp['startAnother']>>;
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMIT_SCALE: '0.1', FREE_ANONYMOUS_CALLS: '500', TRUSTED_PROXIES: '127.0.0.1' },
  });
  another = await app.startAnother();
});
afterAll(async () => {
  await another.stop();
  await app.stop();
});

/** Statuses of requests that two processes take in turns. */
async function statuses(
  count: number,
  request: { method: 'GET' | 'POST'; url: string },
  ip: string,
): Promise<number[]> {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      (n % 2 ? app : another).inject({ ...request, headers: { 'x-forwarded-for': ip } }),
    ),
  );
  return replies.map(({ statusCode }) => statusCode);
}
const passed = (all: number[]) => all.filter((status) => status !== 429).length;

describe('one network, two processes', () => {
  // A tenth of the numbers in limits.ts.
  it.each([
    ['account probes', 3, { method: 'GET', url: '/api/user/exist?account=a@b.cn' }],
    ['requests for codes', 24, { method: 'POST', url: '/api/sms/send?account=a@b.cn&scene=LOGIN' }],
    ['logins', 24, { method: 'POST', url: '/api/user/login?account=a@b.cn&password=guess' }],
  ] as const)('%s are counted together', async (_what, allowed, request) => {
    expect(passed(await statuses(allowed + 20, request, '203.0.113.1'))).toBe(allowed);
  });

  it('anonymous calls for nothing are, too; beyond them, no call costs a query before its work is done', async () => {
    const request = { method: 'POST', url: '/api/user/login?account=b@b.cn' } as const;
    const codesOf = (count: number, ip: string) =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const { inject } = n % 2 ? app : another;
          return (await inject({ ...request, headers: { 'x-forwarded-for': ip } })).json().code as number;
        }),
      );
    // Households of a /48, each below its own number: 16 times 50 are free, and have to name a secret.
    const site = (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`;
    const codes = (await Promise.all(Array.from({ length: 41 }, (_, n) => codesOf(20, site(n))))).flat();
    expect(codes.filter((code) => code === 400)).toHaveLength(800);
    expect(codes.filter((code) => code === 20006)).toHaveLength(20);
    await codesOf(2, site(50));
    const asked = vi.spyOn(app.database, 'query');
    expect(await codesOf(20, site(51))).toEqual(Array.from({ length: 20 }, () => 20006));
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('a network over its number costs no more queries until its window ends', async () => {
    const ask = () =>
      app.inject({
        method: 'GET',
        url: '/api/user/exist?account=a@b.cn',
        headers: { 'x-forwarded-for': '203.0.113.3' },
      });
    while ((await ask()).statusCode !== 429);
    const asked = vi.spyOn(app.database, 'query');
    for (let n = 0; n < 20; n++) expect((await ask()).statusCode).toBe(429);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});

it('a flood counts through few connections: the others stay with customers', async () => {
  let running = 0;
  let most = 0;
  const { query } = app.database;
  const slow = vi.spyOn(app.database, 'query').mockImplementation(async (config) => {
    const isCount = config.text.includes('request_count');
    if (isCount) most = Math.max(most, ++running);
    try {
      return (await query(config)) as never;
    } finally {
      if (isCount) running--;
    }
  });
  const flood = Array.from({ length: 200 }, (_, n) =>
    app.inject({ method: 'GET', url: '/api/user/exist', headers: { 'x-forwarded-for': `198.51.100.${n}` } }),
  );
  expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  slow.mockRestore();
  expect(most).toBe(4);
});

it('forgets counts whose window has ended', async () => {
  await statuses(1, { method: 'GET', url: '/api/user/exist?account=a@b.cn' }, '203.0.113.4');
  const count = async () => {
    await app.jobs['clean-up-requests']?.({});
    const { rows } = await app.database.query({ text: 'select count(*)::int as count from request_count' });
    return rows[0]?.count;
  };
  expect(await count()).toBeGreaterThan(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 + 1000 });
  expect(await count()).toBe(0);
  vi.useRealTimers();
});

describe('what customers ask', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const minuteStart = Date.parse('2026-03-10T04:00:00Z');
  const atMinuteStart = () => vi.useFakeTimers({ toFake: ['Date'], now: minuteStart });
  const noQuery = { query: () => Promise.reject(new Error('no query')) };

  it('is counted in memory, by network, until the minute ends', async () => {
    atMinuteStart();
    const failures: unknown[] = [];
    const limits = requestLimits({ rateLimitScale: 0.001 }, requestCounts(noQuery), (error) => failures.push(error));
    const passes = (ip: string) => limits.take('read', ip) === null;
    const three = (ip: string) => [passes(ip), passes(ip), passes(ip), passes(ip)];
    expect(three('203.0.113.1')).toEqual([true, true, true, false]);
    expect(await limits.take('read', '203.0.113.1')).toMatchObject({
      status: 429,
      envelope: { data: { retryAfter: 60 } },
    });
    // Another address, the same address as IPv6 writes it, and two households of a provider's /56, which has four times as many.
    expect(three('203.0.113.2')).toEqual([true, true, true, false]);
    expect(passes('::ffff:203.0.113.2')).toBe(false);
    for (const household of [1, 2, 3, 4])
      expect(three(`2001:db8:0:${household}::1`).slice(0, 3)).toEqual([true, true, true]);
    expect(passes('2001:db8:0:5::1')).toBe(false);
    vi.setSystemTime(minuteStart + 59_999);
    expect(passes('203.0.113.1')).toBe(false);
    vi.setSystemTime(minuteStart + 60_000);
    expect(three('203.0.113.1')).toEqual([true, true, true, false]);
    // A process that cannot ask the others counts on by itself, and says so at most every ten seconds.
    await vi.waitUntil(() => failures.length > 0);
    expect(failures.length).toBeLessThanOrEqual(2);
  });

  it('is added up by all processes, each with its own windows of the same minute', async () => {
    atMinuteStart();
    const name = 'read 60';
    const processes = [1, 2, 3].map(() => requestLimits({ rateLimitScale: 0.1 }, requestCounts(app.database)));
    const ip = '203.0.113.77';
    const call = async (n: number) => (await processes[n]?.take('read', ip)) === null;
    const sum = async () => {
      const { rows } = await app.database.query<{ points: number }>({
        text: 'select points from request_count where key like $1',
        values: [`${name} % ${ip}`],
      });
      return rows[0]?.points ?? 0;
    };
    // 300 a minute for all. A twentieth stays here: it costs no query.
    const asked = vi.spyOn(app.database, 'query');
    for (let n = 0; n < 15; n++) expect(await call(0)).toBe(true);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    /** Until a process that adds up has heard the answer. */
    const addingUp = async (calls: () => Promise<void>) => {
      const round = vi.spyOn(app.database, 'query');
      await calls();
      expect(round).toHaveBeenCalledTimes(1);
      await round.mock.results[0]?.value;
      round.mockRestore();
      await new Promise(setImmediate);
    };
    await addingUp(async () => {
      for (let n = 15; n < 200; n++) expect(await call(0)).toBe(true);
    });
    expect(await sum()).toBe(16);
    vi.setSystemTime(minuteStart + 2000);
    await addingUp(async () => {
      expect(await call(0)).toBe(true);
    });
    expect(await sum()).toBe(201);
    await addingUp(async () => {
      for (let n = 0; n < 16; n++) expect(await call(1)).toBe(true);
    });
    expect(await sum()).toBe(217);
    // It heard of the first's 201 in the answer to its own 16.
    const passed: boolean[] = [];
    for (let n = 0; n < 200; n++) passed.push(await call(1));
    expect(passed.filter(Boolean)).toHaveLength(300 - 217);
    expect(passed.indexOf(false)).toBe(300 - 217);
  });

  it('is added up while a flood of strangers fills the place where those are counted', async () => {
    atMinuteStart();
    const failures: unknown[] = [];
    const sums: number[] = [];
    let endFlood = () => {};
    const flooded = new Promise<void>((resolve) => {
      endFlood = resolve;
    });
    const database = {
      query: async (config: QueryConfig) => {
        if (config.name === 'request-count.add') sums.push(1);
        else await flooded;
        return app.database.query(config) as never;
      },
    };
    const limits = requestLimits({ rateLimitScale: 0.1 }, requestCounts(database), (error) => failures.push(error));
    // Four are being counted, 4,096 wait; the rest are refused.
    const flood = Array.from({ length: 4200 }, (_, n) => limits.take('code', `10.0.${n >> 8}.${n & 255}`));
    let refused = 0;
    const ended = Promise.all(flood.map((one) => Promise.resolve(one).catch(() => refused++)));
    await vi.waitUntil(() => refused === 100);
    for (let n = 0; n < 16; n++) expect(limits.take('read', '203.0.113.78')).toBeNull();
    expect(sums).toHaveLength(1);
    expect(failures).toEqual([]);
    endFlood();
    await ended;
    expect(refused).toBe(100);
  });
});
