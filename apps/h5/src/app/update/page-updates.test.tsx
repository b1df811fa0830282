// Covers updates without a service worker.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Version } from '../../lib/ask-version.ts';
import { messages } from '../../testing/fake-worker.ts';
import { offer } from './offer.ts';
import { followPage } from './page-updates.ts';
import { onceReload } from './reload.ts';

const own = '/js/index-own00000.js';
const newer: Version = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: false };
const ask = vi.fn<() => Promise<Version | null>>();
const reload = vi.fn<() => void>();

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await messages();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  ask.mockReset().mockResolvedValue(newer);
  reload.mockReset();
  offer.forget();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('without a service worker', () => {
  const pages = vi.fn<(file: string) => Promise<Response>>();
  const around = () => ({ entry: own, askVersion: ask, reload: onceReload(reload), isSwitchedOff: async () => false });
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
    followPage(around());
    await messages();
    expect(offer.getState()).toMatchObject({ version: newer, status: 1 });
    arrive(new Response(''));
    await messages();
    expect(offer.getState().status).toBe(3);
    offer.take();
    await messages();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is refused', async () => new Response(null, { status: 404 })],
    ['does not come', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('withdraws the offer of a newer page of which a file %s', async (_what, file) => {
    pages.mockResolvedValueOnce(page('/js/index-new00000.js'));
    pages.mockImplementation(file);
    followPage(around());
    await messages();
    expect(pages).toHaveBeenCalledTimes(2);
    expect(offer.getState().version).toBeNull();
  });

  it('withdraws the offer of a newer page of which a file hangs', async () => {
    pages.mockResolvedValueOnce(page('/js/index-new00000.js'));
    pages.mockReturnValueOnce(new Promise(() => undefined));
    followPage(around());
    await messages();
    await pass(119_999);
    expect(offer.getState()).toMatchObject({ version: newer, status: 1 });
    await pass(1);
    expect(offer.getState().version).toBeNull();
  });

  it('offers nothing that a reload would not load', async () => {
    pages.mockImplementation(async () => page(own));
    followPage(around());
    await messages();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(offer.getState().version).toBeNull();
  });

  it('checks again on return, at most every ten minutes', async () => {
    // Listeners of earlier tests are still registered; count only this test's calls.
    const check = vi.fn<() => Promise<null>>(async () => null);
    followPage({ ...around(), askVersion: check });
    await messages();
    comeBack();
    await messages();
    expect(check).toHaveBeenCalledTimes(1);
    await pass(10 * 60_000);
    comeBack();
    await messages();
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('ignores a network failure', async () => {
    pages.mockRejectedValue(new TypeError('Failed to fetch'));
    followPage(around());
    await messages();
    expect(offer.getState().version).toBeNull();
  });
});
