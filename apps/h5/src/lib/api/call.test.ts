// Covers a call on the client: headers, query or body, envelope, and the error catalogue.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, garbled, refused, silent, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { resetDevice } from '../../testing/render-app.tsx';
import { rootStore } from '../session/root-store.ts';
import { onSessionEnd } from '../session/session.ts';
import { call } from './call.ts';
import { RequestError } from './request-error.ts';

const toasts = vi.hoisted(() => ({ said: [] as string[] }));
vi.mock('@lode/ui', async (original) => {
  const toast = Object.assign((text: string) => void toasts.said.push(text), {
    error: (text: string) => void toasts.said.push(`error: ${text}`),
  });
  return { ...(await original<object>()), toast };
});

beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  toasts.said = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(RequestError);
  return failure as RequestError;
}

describe('the request', () => {
  it('carries client version and type, device, language and token [rule:request-headers] [constant:client-type] [constant:client-version] [constant:default-language] [role:access-token-header]', async () => {
    const server = startFakeServer();
    await call('wallet', {});
    expect(server.received[0]?.headers).toEqual({
      clientVersion: '1.0.0.0',
      clientType: 'H5',
      deviceId: rootStore.getState().deviceId,
      language: 'zh',
      accessToken: 'token-1',
    });
  });

  it('sends no token header without a session', async () => {
    resetDevice({ isLoggedIn: false });
    const server = startFakeServer();
    await call('sendCode', { account: '13812345620', scene: 'LOGIN' });
    expect(server.received[0]?.headers).not.toHaveProperty('accessToken');
  });

  it('gives every POST its own request id, or the given one', async () => {
    const server = startFakeServer();
    await call('setPayMode', { mode: 'OUTPUT_FIRST' });
    await call('setPayMode', { mode: 'OUTPUT_FIRST' });
    await call('setPayMode', { mode: 'OUTPUT_FIRST' }, { requestId: 'mine' });
    const [first, second, third] = server.received.map(({ headers }) => headers.requestId);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('mine');
  });

  it('sends the login as query params without a body [call:POST /api/user/login]', async () => {
    const server = startFakeServer();
    await call('login', { account: 'a+b@c.cn', password: 'p&ss 1' });
    const [login] = server.received;
    expect(login?.url.search).toBe('?account=a%2Bb%40c.cn&password=p%26ss+1');
    expect(login?.body).toBeNull();
  });

  it('sends other POSTs as JSON and GETs as query, without undefined fields', async () => {
    const server = startFakeServer();
    await call('setPassword', { account: 'a@b.cn', code: '123456', password: 'abc12345' });
    await call('ledgerPage', { type: undefined, size: 20 });
    expect(server.received[0]?.body).toEqual({ account: 'a@b.cn', code: '123456', password: 'abc12345' });
    expect(server.received[0]?.headers['content-type']).toBe('application/json');
    expect(server.received[1]?.url.search).toBe('?size=20');
  });
});

describe('the response', () => {
  it('returns the data of code 200 [rule:envelope] [error:200] [code:200]', async () => {
    startFakeServer({ sendCode: () => ({ expiresIn: 600, retryAfter: 7 }) });
    expect(await call('sendCode', { account: '13812345620', scene: 'LOGIN' })).toEqual({
      expiresIn: 600,
      retryAfter: 7,
    });
    expect(toasts.said).toEqual([]);
  });

  it('follows the envelope, whatever the HTTP status [rule:envelope]', async () => {
    startFakeServer({ wallet: () => envelopeWith(503, '服务暂不可用，请稍后再试', null, 503) });
    const failure = await failureOf(call('wallet', {}));
    expect(failure).toMatchObject({ kind: 'refused', code: 503 });
    expect(toasts.said).toEqual(['error: 服务暂不可用，请稍后再试']);
  });

  it.each([
    ['20001', 'wrongCredentials', '账号或密码错误'],
    ['20002', 'wrongCode', '验证码错误或已过期'],
    ['20003', 'tooOften', '操作过于频繁，请稍后再试'],
    ['20004', 'accountLocked', '账号已锁定，请稍后再试'],
    ['20005', 'badPasswordFormat', '密码格式不正确'],
    ['40008', 'notOperable', '当前状态不可操作'],
  ] as const)("shows the server's message of any other code: %s [error:other-code]", async (_, name, message) => {
    startFakeServer({ wallet: () => refused(name, { retryAfter: 30 }) });
    const failure = await failureOf(call('wallet', {}));
    expect(failure).toMatchObject({ kind: 'refused', message, data: { retryAfter: 30 } });
    expect(toasts.said).toEqual([`error: ${message}`]);
    expect(rootStore.getState().token).toBe('token-1');
  });

  it('reports a lost network [error:network]', async () => {
    startFakeServer({ wallet: unreachable });
    expect(await failureOf(call('wallet', {}))).toMatchObject({ kind: 'network', code: null });
    expect(toasts.said).toEqual(['error: 网络错误，请检查网络']);
  });

  it('shows the message of any other failure [error:other]', async () => {
    startFakeServer({ wallet: () => garbled(502) });
    expect(await failureOf(call('wallet', {}))).toMatchObject({ kind: 'other' });
    vi.stubGlobal('fetch', () => Promise.reject(new Error('something odd')));
    await failureOf(call('wallet', {}));
    expect(toasts.said).toEqual(['error: 请求失败（502）', 'error: something odd']);
  });

  it('times out after sixty seconds, not earlier [error:timeout] [constant:request-timeout]', async () => {
    vi.useFakeTimers();
    startFakeServer({ wallet: silent });
    const failure = failureOf(call('wallet', {}));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(toasts.said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ kind: 'timeout' });
    expect(toasts.said).toEqual(['error: 请求超时，请重试']);
  });

  it('reports an abort as a timeout, unless it is silent', async () => {
    startFakeServer({ wallet: silent });
    const stop = new AbortController();
    const loud = failureOf(call('wallet', {}, { signal: stop.signal }));
    const quiet = failureOf(call('wallet', {}, { signal: stop.signal, silentAbort: true }));
    stop.abort();
    expect((await loud).kind).toBe('timeout');
    await quiet;
    expect(toasts.said).toEqual(['error: 请求超时，请重试']);
  });

  it('does not start when already aborted', async () => {
    startFakeServer();
    expect(await failureOf(call('wallet', {}, { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'timeout' });
  });
});

describe('the end of a session', () => {
  it('logs out on 10111 with one message for all calls of the session [error:10111] [code:10111] [state:session.ended]', async () => {
    startFakeServer({ wallet: () => refused('sessionExpired'), userInfo: () => refused('sessionExpired') });
    const ends: string[] = [];
    const stop = onSessionEnd((reason) => ends.push(reason));
    await Promise.all([failureOf(call('wallet', {})), failureOf(call('userInfo', {}))]);
    stop();
    expect(rootStore.getState()).toMatchObject({ token: null, user: null });
    expect(toasts.said).toEqual(['error: 登录失效']);
    expect(ends).toEqual(['refused']);
  });

  it('ignores a late response of an earlier session', async () => {
    let refuse: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    startFakeServer({ wallet: () => late.then(() => refused('sessionExpired')) });
    const failure = failureOf(call('wallet', {}));
    rootStore.setState({ token: 'token-2' });
    refuse();
    await failure;
    expect(rootStore.getState().token).toBe('token-2');
    expect(toasts.said).toEqual([]);
  });

  it('logs out a disabled account with a message when a token was sent [error:1001] [code:1001]', async () => {
    startFakeServer({ wallet: () => refused('accountDisabled') });
    await failureOf(call('wallet', {}));
    expect(toasts.said).toEqual(['error: 账户禁用']);
    expect(rootStore.getState().token).toBeNull();
  });

  it('says nothing of a session that a call without a token never had [error:10111]', async () => {
    resetDevice({ isLoggedIn: false });
    startFakeServer({ wallet: () => refused('sessionExpired') });
    expect(await failureOf(call('wallet', {}))).toMatchObject({ code: 10111 });
    expect(toasts.said).toEqual([]);
  });

  it('leaves 1001 to the form without a session [error:1001]', async () => {
    resetDevice({ isLoggedIn: false });
    startFakeServer({ login: () => refused('accountDisabled') });
    const failure = await failureOf(call('login', { account: '13812345620', password: 'abc12345' }));
    expect(failure).toMatchObject({ code: 1001, message: '账户禁用' });
    expect(toasts.said).toEqual([]);
  });
});
