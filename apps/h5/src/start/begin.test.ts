// Covers the start script: theme before the first paint, scripts of the first page, and home's calls before the app's scripts.
import { paths } from '@lode/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../lib/api/call.ts';
import { dropEarlyCalls } from '../lib/api/early-calls.ts';
import { isBusy } from '../lib/busy.ts';
import { pathsOf } from '../lib/routes.ts';
import { freshState } from '../lib/session/client-state.ts';
import { rootStore } from '../lib/session/root-store.ts';
import { deferredReply, refused, silent, startFakeServer, unreachable } from '../testing/fake-server.ts';
import { resetDevice } from '../testing/render-app.tsx';
import { homeResponse } from '../testing/responses.ts';
import { begin, callsOfHome, pathsOfHome, pathsOfLogin } from './begin.ts';

const pages = { login: ['/js/login-11111111.js'], home: ['/js/home-22222222.js'] };
const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));

beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  document.head.replaceChildren();
  delete window.lodeEarlyCalls;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const beginAt = (address: string) => {
  window.history.replaceState(null, '', address);
  begin(pages);
};

it('has the paths and calls of the app', () => {
  expect(pathsOfLogin).toEqual(['/', ...pathsOf('login')]);
  expect(pathsOfHome).toEqual(['/', ...pathsOf('index')]);
  expect(callsOfHome.map((address) => `GET ${address}`)).toEqual([paths.indexInfo, paths.electricityReminder]);
});

describe('the theme', () => {
  const themeWith = (stored: string | null) => {
    localStorage.clear();
    if (stored !== null) localStorage.setItem('root', stored);
    beginAt('/about');
    return document.documentElement.dataset.theme;
  };

  it('is the stored one, and the default one when the state is unreadable', () => {
    expect(themeWith('{"state":{"theme":"vip"},"version":3}')).toBe('vip');
    for (const stored of [null, '{', 'null', '7', '{"state":null}', '{"state":{"theme":"x"}}']) {
      expect(themeWith(stored), String(stored)).toBe('default');
    }
  });
});

describe('the appearance', () => {
  it('is the system’s, also when that changes', () => {
    const system = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal('matchMedia', vi.fn().mockReturnValue(system));
    beginAt('/about');
    const { dataset } = document.documentElement;
    expect(dataset.appearance).toBe('light');
    system.matches = true;
    system.dispatchEvent(new Event('change'));
    expect(dataset.appearance).toBe('dark');
  });
});

describe('the scripts', () => {
  it('of home are preloaded with a session, those of the login without', () => {
    startFakeServer();
    for (const address of ['/', '/index', '/index/', '/pages/index/index?from=a']) beginAt(address);
    expect(preloaded()).toEqual(Array(4).fill('/js/home-22222222.js'));
    document.head.replaceChildren();
    resetDevice({ isLoggedIn: false });
    for (const address of ['/', '/login', '/login?to=%2Fmine', '/index', '/about']) beginAt(address);
    expect(preloaded()).toEqual(Array(3).fill('/js/login-11111111.js'));
  });
});

describe('the calls of home', () => {
  it('leave before the app, and are the ones that it would have made [call:GET /api/index/ele/reminder]', async () => {
    const server = startFakeServer();
    beginAt('/index');
    expect(server.received.map(({ call: name }) => name)).toEqual(['indexInfo', 'electricityReminder']);
    const early = server.of('indexInfo')[0];
    await call('indexInfo', {});
    await call('electricityReminder', {});
    expect(server.received).toHaveLength(2);
    await call('indexInfo', {});
    expect(server.received).toHaveLength(3);
    const usual = server.of('indexInfo')[1];
    expect([early?.headers, early?.url.href, early?.method]).toEqual([usual?.headers, usual?.url.href, usual?.method]);
  });

  it.each([
    ['another page', () => beginAt('/devices')],
    ['no session', () => (resetDevice({ isLoggedIn: false }), beginAt('/'))],
    [
      'a state that has to be migrated first',
      () => {
        localStorage.setItem('root', '{"state":{"accessToken":"old","language":"zh","deviceId":"d"},"version":1}');
        beginAt('/index');
      },
    ],
    [
      'a state without a device',
      () => {
        localStorage.setItem('root', '{"state":{"token":"t","language":"zh"},"version":3}');
        beginAt('/index');
      },
    ],
  ])('wait for the app with %s', (_, start) => {
    const server = startFakeServer();
    start();
    expect(server.received).toEqual([]);
  });

  it('are not taken by another session', async () => {
    const server = startFakeServer();
    beginAt('/index');
    rootStore.setState({ ...freshState(), token: 'token-2' });
    await call('indexInfo', {});
    expect(server.of('indexInfo').map(({ headers }) => headers.accessToken)).toEqual(['token-1', 'token-2']);
  });

  it('are not taken when they are old', async () => {
    vi.useFakeTimers();
    const server = startFakeServer();
    beginAt('/index');
    await vi.advanceTimersByTimeAsync(60_000);
    await call('indexInfo', {});
    expect(server.of('indexInfo')).toHaveLength(2);
  });

  it('are ended where the first page did not make them', async () => {
    startFakeServer({ indexInfo: silent });
    beginAt('/index');
    const early = window.lodeEarlyCalls?.[callsOfHome[0] ?? '']?.response;
    dropEarlyCalls();
    await expect(early).rejects.toThrow('aborted');
    expect(window.lodeEarlyCalls).toBeUndefined();
  });

  it('time out sixty seconds after they were sent', async () => {
    vi.useFakeTimers();
    startFakeServer({ indexInfo: silent });
    beginAt('/index');
    await vi.advanceTimersByTimeAsync(20_000);
    const outcome = call('indexInfo', {}).catch((error: unknown) => error);
    let isOver = false;
    void outcome.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(39_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ kind: 'timeout', message: '请求超时，请重试' });
  });

  it('end with the call that has taken them', async () => {
    const server = startFakeServer({ indexInfo: silent });
    beginAt('/index');
    const stop = new AbortController();
    const outcome = call('indexInfo', {}, { signal: stop.signal, silentAbort: true }).catch((error: unknown) => error);
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'timeout' });
    expect(server.received).toHaveLength(2);
  });

  it('fail as any other: no network, and a session that is over', async () => {
    startFakeServer({ indexInfo: unreachable, electricityReminder: () => refused('sessionExpired') });
    beginAt('/index');
    await expect(call('indexInfo', {})).rejects.toMatchObject({ kind: 'network' });
    await expect(call('electricityReminder', {})).rejects.toMatchObject({ code: 10111 });
    expect(rootStore.getState().token).toBeNull();
  });

  it('hold back work ahead of time until they have come', async () => {
    const figures = deferredReply<'indexInfo'>();
    startFakeServer({ indexInfo: () => figures.data });
    beginAt('/index');
    const outcome = call('indexInfo', {});
    expect(isBusy()).toBe(true);
    figures.release(homeResponse());
    await outcome;
    expect(isBusy()).toBe(false);
  });
});
