// Covers updates without a service worker.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Version } from '../../lib/check-version.ts';
import { deliverMessages } from '../../testing/fake-worker.ts';
import { offer } from './offer.ts';
import { followPageUpdates } from './page-updates.ts';
import { reloadWhenAllowed } from './reload.ts';

const own = '/js/index-own00000.js';
const newer: Version = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: false };
const ask = vi.fn<() => Promise<Version | null>>();
const reload = vi.fn<() => void>();

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await deliverMessages();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  ask.mockReset().mockResolvedValue(newer);
  reload.mockReset();
  offer.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('without a service worker', () => {
  const pages = vi.fn<(file: string) => Promise<Response>>();
  const environment = () => ({
    entry: own,
    checkVersion: ask,
    reload: reloadWhenAllowed(reload),
    isSwitchedOff: async () => false,
    untilLoaded: async () => undefined,
  });
  const page = (entry: string) => new Response(`<script type="module" src="${entry}"></script>`);
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
  beforeEach(() => {
    pages.mockReset();
    vi.stubGlobal('fetch', pages);
  });

  it('fetches a newer page first, then offers it, then reloads [state:update.progress]', async () => {
    let arrive: (file: Response) => void = () => undefined;
    pages.mockResolvedValueOnce(page('/js/index-new00000.js'));
    pages.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    followPageUpdates(environment());
    await deliverMessages();
    expect(offer.getState()).toMatchObject({ version: newer, status: 1 });
    arrive(new Response(''));
    await deliverMessages();
    expect(offer.getState().status).toBe(3);
    offer.accept();
    await deliverMessages();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is refused', async () => new Response(null, { status: 404 })],
    ['does not come', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('withdraws the offer of a newer page of which a file %s', async (_what, file) => {
    pages.mockResolvedValueOnce(page('/js/index-new00000.js'));
    pages.mockImplementation(file);
    followPageUpdates(environment());
    await deliverMessages();
    expect(pages).toHaveBeenCalledTimes(2);
    expect(offer.getState().version).toBeNull();
  });

  it('withdraws the offer of a newer page of which a file hangs', async () => {
    pages.mockResolvedValueOnce(page('/js/index-new00000.js'));
    pages.mockReturnValueOnce(new Promise(() => undefined));
    followPageUpdates(environment());
    await deliverMessages();
    await pass(119_999);
    expect(offer.getState()).toMatchObject({ version: newer, status: 1 });
    await pass(1);
    expect(offer.getState().version).toBeNull();
  });

  it('offers nothing that a reload would not load', async () => {
    pages.mockImplementation(async () => page(own));
    followPageUpdates(environment());
    await deliverMessages();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(offer.getState().version).toBeNull();
  });

  it('checks again on return, at most every ten minutes', async () => {
    // Listeners of earlier tests are still registered; count only this test's calls.
    const check = vi.fn<() => Promise<null>>(async () => null);
    followPageUpdates({ ...environment(), checkVersion: check });
    await deliverMessages();
    comeBack();
    await deliverMessages();
    expect(check).toHaveBeenCalledTimes(1);
    await pass(10 * 60_000);
    comeBack();
    await deliverMessages();
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('ignores a network failure', async () => {
    pages.mockRejectedValue(new TypeError('Failed to fetch'));
    followPageUpdates(environment());
    await deliverMessages();
    expect(offer.getState().version).toBeNull();
  });
});
