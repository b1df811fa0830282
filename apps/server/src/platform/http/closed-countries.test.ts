// A country that the operator closed gets no answer to any call, and says so; the word of a stranger on his country counts
// for nothing, in either direction.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { ConfigError, loadConfig } from '../config/config.ts';

const proxy = '10.0.0.7';
const env = { TRUSTED_PROXIES: '10.0.0.0/29', CLOSED_COUNTRIES: 'kp, IR', COUNTRY_HEADER: 'X-Country' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env });
});
afterAll(() => app.stop());

async function ask(url: string, country: string | string[] | null, remoteAddress = proxy) {
  const headers = country === null ? {} : { 'x-country': country };
  const reply = await app.inject({ method: 'GET', url, remoteAddress, headers: headers as Record<string, string> });
  return reply.statusCode;
}

describe('a closed country', () => {
  it('is refused every call with 451 and the reason', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress: proxy,
      headers: { 'x-country': 'KP' },
      payload: { account: 'a@b.cn', password: 'Passw0rd' },
    });
    expect(reply.statusCode).toBe(451);
    expect(reply.json()).toEqual({ code: 451, message: '您所在的国家或地区暂不提供服务', data: null });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('is refused in whatever way the path is written, with a session too, and where nothing is', async () => {
    const { caller } = await app.createCustomer();
    const urls = [
      '/api/banner/list',
      '/api/banner/list?_=1',
      '/%61pi/banner/list',
      '/api/nothing',
      '/api/openapi.json',
    ];
    expect(await Promise.all(urls.map((url) => ask(url, 'IR')))).toEqual(urls.map(() => 451));
    const headers = { ...caller, 'x-country': 'IR' };
    const reply = await app.inject({ method: 'GET', url: '/api/user/info', remoteAddress: proxy, headers });
    expect(reply.statusCode).toBe(451);
  });

  it('is named by a header in small letters, or by one of two', async () => {
    expect(await ask('/api/banner/list', 'kp')).toBe(451);
    expect(await ask('/api/banner/list', ['US', 'KP'])).toBe(451);
    expect(await ask('/api/banner/list', 'US, KP')).toBe(451);
  });

  it('can read whom to ask, and nothing else', async () => {
    expect(await ask('/api/setting/detail/support', 'KP')).toBe(200);
    for (const url of ['/api/user/support/page', '/api/setting/detail/notice']) expect(await ask(url, 'KP')).toBe(451);
  });

  it('can be looked after from anywhere', async () => {
    expect(await ask('/api/health', 'KP')).toBe(200);
    expect(await ask('/api/ready', 'KP')).toBe(200);
  });
});

describe('all others', () => {
  it('are served: another country, and an unknown one', async () => {
    for (const country of ['US', 'XX', '', 'KPX', null]) expect(await ask('/api/banner/list', country)).toBe(200);
  });

  it('is not believed: the header counts from a trusted address alone', async () => {
    expect(await ask('/api/banner/list', 'KP', '10.0.0.8')).toBe(200);
    expect(await ask('/api/banner/list', 'KP', '192.0.2.1')).toBe(200);
    const headers = { 'x-country': 'KP', 'x-forwarded-for': proxy };
    const reply = await app.inject({ method: 'GET', url: '/api/banner/list', remoteAddress: '192.0.2.1', headers });
    expect(reply.statusCode).toBe(200);
    // The same request from the proxy, by its address in the other family too.
    expect(await ask('/api/banner/list', 'KP', `::ffff:${proxy}`)).toBe(451);
  });
});

describe('the configuration', () => {
  it('is off by default', () => {
    expect(loadConfig({}).closedCountries).toEqual([]);
  });

  it('is refused where it could not work', () => {
    const wrong: Record<string, string>[] = [
      { ...env, TRUSTED_PROXIES: '' },
      { ...env, COUNTRY_HEADER: '' },
      { ...env, CLOSED_COUNTRIES: 'Korea' },
      { ...env, COUNTRY_HEADER: 'x country' },
    ];
    for (const each of wrong) expect(() => loadConfig(each)).toThrow(ConfigError);
  });
});
