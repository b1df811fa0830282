// Covers the stored state: key and version, fields, older versions, and the timeout of five seconds.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetDevice } from '../../testing/render-app.tsx';
import { loginResponse, userResponse } from '../../testing/responses.ts';
import { freshState } from './client-state.ts';
import { createRootStore, rootStore } from './root-store.ts';
import { endSession, startSession } from './session.ts';

const stored = () => JSON.parse(localStorage.getItem('root') ?? 'null') as { state: object; version: number };
const write = (state: unknown, version: number) => localStorage.setItem('root', JSON.stringify({ state, version }));

beforeEach(() => resetDevice({ isLoggedIn: false }));
afterEach(() => vi.useRealTimers());

describe('root store', () => {
  it('stores the listed fields under root, version 3 [constant:stored-state] [entity:client-state.user] [entity:client-state.token] [entity:client-state.language] [entity:client-state.theme] [entity:client-state.assets-info]', async () => {
    const store = createRootStore();
    await store.hydrate();
    expect(stored().version).toBe(3);
    expect(Object.keys(stored().state).sort()).toEqual([
      'assetsInfo',
      'deviceId',
      'language',
      'theme',
      'token',
      'user',
    ]);
    expect(stored().state).toMatchObject({
      language: 'zh',
      theme: 'default',
      token: null,
      user: null,
      assetsInfo: null,
    });
  });

  it('creates the device id once [entity:client-state.device-id]', async () => {
    const first = createRootStore();
    await first.hydrate();
    const { deviceId } = first.getState();
    expect(deviceId).toMatch(/^[0-9a-f]{32}$/);
    const second = createRootStore();
    expect(second.getState().deviceId).not.toBe(deviceId);
    await second.hydrate();
    expect(second.getState().deviceId).toBe(deviceId);
  });

  it('stores the token of the login and clears it with the session [state:session.logout] [entity:client-state.token]', () => {
    startSession(loginResponse());
    expect(rootStore.getState()).toMatchObject({ token: 'token-1', user: userResponse() });
    const { deviceId } = rootStore.getState();
    endSession('logout');
    expect(rootStore.getState()).toMatchObject({ token: null, user: null, assetsInfo: null, deviceId });
    expect(localStorage.getItem('root')).not.toContain('token-1');
  });

  it.each([1, 2])(
    'migrates known fields from version %i and drops the rest, in particular passwords',
    async (version) => {
      const secret = { password: 'abc12345', fundsPassword: '987654', redeemed: true };
      const token = version === 1 ? { accessToken: 'old' } : { token: 'old' };
      write(
        { ...secret, ...token, user: { ...userResponse(), ...secret }, deviceId: 'd-1', theme: 'vip', language: 'en' },
        version,
      );
      const store = createRootStore();
      await store.hydrate();
      expect(store.getState()).toEqual({
        user: userResponse(),
        token: 'old',
        language: 'en',
        deviceId: 'd-1',
        theme: 'vip',
        assetsInfo: null,
      });
      expect(localStorage.getItem('root')).not.toMatch(/abc12345|987654|redeemed/);
      expect(stored().version).toBe(3);
    },
  );

  it('keeps a stored language, and takes zh for what is none [entity:client-state.language]', async () => {
    const restored = async (language: unknown) => {
      write({ ...freshState(), language }, 3);
      const store = createRootStore();
      await store.hydrate();
      return store.getState().language;
    };
    for (const language of ['en', 'zh-Hant-TW']) expect(await restored(language)).toBe(language);
    for (const language of [undefined, '', 7, 'en\r\nx: y', '中文', 'x'.repeat(40)]) {
      expect(await restored(language), String(language)).toBe('zh');
    }
  });

  it('starts fresh from a corrupt state', async () => {
    for (const broken of [
      '{"state":',
      '[]',
      'null',
      '{"state":7,"version":3}',
      '{"state":{"token":5,"user":"x"},"version":3}',
    ]) {
      localStorage.setItem('root', broken);
      const store = createRootStore();
      await store.hydrate();
      expect(store.getState()).toMatchObject({ token: null, user: null, theme: 'default' });
    }
  });

  it('starts without the stored state after five seconds, and ignores it when it arrives later [constant:stored-state]', async () => {
    vi.useFakeTimers();
    let answer: (text: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const store = createRootStore({ getItem: () => slow, setItem: () => undefined, removeItem: () => undefined });
    let outcome: string | undefined;
    const hydrated = store.hydrate().then((result) => {
      outcome = result;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await hydrated;
    expect(outcome).toBe('timed-out');
    store.setState({ token: 'new' });
    answer(JSON.stringify({ state: { ...freshState(), token: 'late' }, version: 3 }));
    await vi.advanceTimersByTimeAsync(10);
    expect(store.getState().token).toBe('new');
  });
});
