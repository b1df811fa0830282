// Covers updates through a service worker: a waiting worker is noticed after 200 ms and triggers the version check; a newer
// version is offered, accepted once, and never applied while a money form is open.
import { useReloadGuard } from '@lode/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Version } from '../../lib/check-version.ts';
import { updateDialog } from '../../lib/update-dialog.ts';
import { deliverMessages, FakeContainer, FakeWorker } from '../../testing/fake-worker.ts';
import { workerIsOff } from '../../worker/messages.ts';
import { makeOffer, offer } from './offer.ts';
import { reloadWhenAllowed } from './reload.ts';
import { UpdateManager } from './update-manager.tsx';
import { followWorkerUpdates, isSwitchedOff } from './worker-updates.ts';

const own = '/js/index-own00000.js';
const newer: Version = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: false };
const ask = vi.fn<() => Promise<Version | null>>();
const reload = vi.fn<() => void>();
let container: FakeContainer;
let isOff = false;
const follow = (untilLoaded = async () => {}) =>
  followWorkerUpdates(container as unknown as ServiceWorkerContainer, {
    entry: own,
    checkVersion: ask,
    reload: reloadWhenAllowed(reload),
    isSwitchedOff: async () => isOff,
    untilLoaded,
  });

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await deliverMessages();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  container = new FakeContainer();
  isOff = false;
  ask.mockReset().mockResolvedValue(newer);
  reload.mockReset();
  offer.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the worker', () => {
  it('is registered for the whole site with a file that bypasses the cache [router:service-worker]', async () => {
    expect(await follow()).toBe(true);
    expect(container.register).toHaveBeenCalledWith('/service-worker.js', { updateViaCache: 'none' });
  });

  it('falls back to page updates when registration fails', async () => {
    container.register.mockRejectedValue(new DOMException('no', 'SecurityError'));
    expect(await follow()).toBe(false);
  });

  it('triggers the version check 200 ms after it starts to wait [constant:service-worker-waiting] [state:update.waiting]', async () => {
    await follow();
    const worker = new FakeWorker('/js/index-new00000.js');
    await container.bring(worker);
    await pass(199);
    expect(worker.said).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    await pass(1);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(offer.getState()).toMatchObject({ version: newer, status: 3 });
    expect(worker.tookOver).toBe(0);
  });

  it('is noticed when it waited before the app started', async () => {
    container.registration.waiting = new FakeWorker('/js/index-new00000.js');
    await follow();
    await pass(200);
    expect(offer.getState().version).toEqual(newer);
  });

  it('is not offered when the server has no newer version or does not respond', async () => {
    for (const response of [{ ...newer, versionNo: '1.0.0.0' }, { ...newer, versionNo: '1.10.0.0' }, null]) {
      ask.mockResolvedValue(response);
      container = new FakeContainer();
      await follow();
      await container.bring(new FakeWorker('/js/index-new00000.js'));
      await pass(200);
      expect(offer.getState().version).toBeNull();
    }
  });

  it('takes over silently when it belongs to the page’s release, without a reload', async () => {
    await follow();
    const worker = Object.assign(new FakeWorker(own), { startsAfterMs: 4000 });
    await container.bring(worker);
    await pass(200 + 4000);
    expect(worker.tookOver).toBe(1);
    expect(ask).not.toHaveBeenCalled();
    container.takeOver();
    await pass(10_000);
    expect(reload).not.toHaveBeenCalled();
    // The next worker belongs to another release.
    container.takeOver();
    await pass(0);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads a page that still loads when another window lets it take over, and is registered later', async () => {
    let loaded = () => {};
    const followed = follow(() => new Promise((resolve) => (loaded = resolve)));
    container.takeOver();
    await pass(0);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(container.register).not.toHaveBeenCalled();
    loaded();
    expect(await followed).toBe(true);
    expect(container.register).toHaveBeenCalledTimes(1);
  });

  it('takes over when it belongs to the page’s release and takes seconds to start', async () => {
    await follow();
    const worker = new FakeWorker(own);
    const reply = worker.postMessage.bind(worker);
    vi.spyOn(worker, 'postMessage').mockImplementation((...said) => void setTimeout(() => reply(...said), 5000));
    await container.bring(worker);
    await pass(200);
    await pass(5000);
    await pass(5000);
    expect(worker.tookOver).toBe(1);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is asked again when it does not reply, and takes over once it does', async () => {
    ask.mockResolvedValue(null);
    await follow();
    const worker = Object.assign(new FakeWorker(own), { startsAfterMs: 10_001 });
    await container.bring(worker);
    await pass(200);
    await pass(10_001);
    expect(worker.tookOver).toBe(0);
    worker.startsAfterMs = 0;
    await pass(30_000);
    expect(worker.tookOver).toBe(1);
  });

  it('is asked again to take over until it no longer waits', async () => {
    await follow();
    const worker = new FakeWorker(own);
    await container.bring(worker);
    await pass(200);
    await pass(30_000);
    expect(worker.tookOver).toBe(2);
    container.registration.waiting = null;
    container.takeOver();
    await pass(60_000);
    expect([worker.tookOver, reload.mock.calls.length]).toEqual([2, 0]);
  });

  it('takes over without a reload on a first visit', async () => {
    container.controller = null;
    await follow();
    await container.bring(new FakeWorker(own));
    container.takeOver();
    await pass(10_000);
    expect([reload.mock.calls.length, ask.mock.calls.length]).toEqual([0, 0]);
  });

  it('returns to status 1 while a still newer worker installs [state:update.progress]', async () => {
    await follow();
    await container.bring(new FakeWorker('/js/index-new00000.js'));
    await pass(200);
    expect(offer.getState().status).toBe(3);
    container.registration.installing = new FakeWorker('/js/index-newest00.js');
    container.registration.dispatchEvent(new Event('updatefound'));
    expect(offer.getState().status).toBe(1);
    container.registration.waiting = container.registration.installing;
    container.registration.installing.become('installed');
    await pass(200);
    expect(offer.getState().status).toBe(3);
  });

  it.each([
    ['fails to install, and nothing waits: there is nothing to offer', false, null],
    ['fails to install, and the one before still waits: it is offered again', true, 3],
  ])('that %s [state:update.progress]', async (_what, hasWaiting, status) => {
    await follow();
    await container.bring(new FakeWorker('/js/index-new00000.js'));
    await pass(200);
    const failing = new FakeWorker('/js/index-newest00.js');
    if (!hasWaiting) container.registration.waiting = null;
    container.registration.installing = failing;
    container.registration.dispatchEvent(new Event('updatefound'));
    expect(offer.getState().status).toBe(1);
    failing.become('redundant');
    if (status === null) expect(offer.getState().version).toBeNull();
    else expect(offer.getState()).toMatchObject({ version: newer, status });
  });

  it('keeps the earlier offer when the check returns no version during an installation', async () => {
    await follow();
    await container.bring(new FakeWorker('/js/index-new00000.js'));
    await pass(200);
    ask.mockResolvedValue(null);
    await container.bring(new FakeWorker('/js/index-newest00.js'));
    expect(offer.getState().status).toBe(1);
    await pass(200);
    expect(offer.getState()).toMatchObject({ version: newer, status: 3 });
  });

  it('withdraws an earlier offer when it belongs to the page’s release', async () => {
    await follow();
    await container.bring(new FakeWorker('/js/index-new00000.js'));
    await pass(200);
    await container.bring(new FakeWorker(own));
    await pass(200);
    expect(offer.getState().version).toBeNull();
  });

  it('removes all its caches when it is switched off', async () => {
    const dropped: string[] = [];
    vi.stubGlobal('caches', {
      keys: async () => ['lode-assets', 'other-app'],
      delete: async (name: string) => dropped.push(name),
    });
    await follow();
    container.dispatchEvent(new MessageEvent('message', { data: 'something else' }));
    await deliverMessages();
    expect(container.registration.unregister).not.toHaveBeenCalled();
    container.dispatchEvent(new MessageEvent('message', { data: workerIsOff }));
    await deliverMessages();
    expect(container.registration.unregister).toHaveBeenCalledTimes(1);
    expect(dropped).toEqual(['lode-assets']);

    // The next start finds it switched off and registers none.
    isOff = true;
    container = new FakeContainer();
    expect(await follow()).toBe(false);
    expect(container.register).not.toHaveBeenCalled();
    expect(container.registration.unregister).toHaveBeenCalledTimes(1);
  });

  it('is checked by the header of its file, and kept without a response', async () => {
    const asked = vi.fn<(file: string, init: RequestInit) => Promise<Response>>();
    vi.stubGlobal('fetch', asked);
    asked.mockResolvedValueOnce(new Response(null, { headers: { 'x-service-worker': 'off' } }));
    expect(await isSwitchedOff()).toBe(true);
    expect(asked).toHaveBeenCalledWith('/service-worker.js', { method: 'HEAD', cache: 'no-store' });
    asked.mockResolvedValueOnce(new Response(null));
    expect(await isSwitchedOff()).toBe(false);
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await isSwitchedOff()).toBe(false);
  });
});

describe('the offer', () => {
  const worker = new FakeWorker('/js/index-new00000.js');
  function MoneyForm() {
    useReloadGuard();
    return <p>转入</p>;
  }
  const dialog = () => screen.queryByRole('dialog', { name: '发现新版本' });
  const press = () => fireEvent.click(screen.getByRole('button', { name: '立即更新' }));

  async function offered(version = newer, isAtForm = false) {
    ask.mockResolvedValue(version);
    await follow();
    const draw = (form: boolean) => (
      <>
        <UpdateManager />
        {form && <MoneyForm />}
      </>
    );
    const { rerender } = render(draw(isAtForm));
    await act(async () => {
      await container.bring(worker);
      await pass(200);
    });
    return (form: boolean) => rerender(draw(form));
  }
  beforeEach(() => {
    worker.said.splice(0);
    // The update manager's own request, in an environment without workers.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  });

  it('is accepted once: the worker takes over, then one reload [state:update.reload] [area:app-update]', async () => {
    await offered();
    expect(dialog()?.textContent).toContain('1.0.0.1');
    press();
    fireEvent.click(screen.getByRole('button', { name: '更新中...' }));
    expect([worker.tookOver, reload.mock.calls.length]).toEqual([1, 0]);
    container.takeOver();
    container.takeOver();
    await pass(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads when the worker does not take over', async () => {
    await offered();
    press();
    await pass(4999);
    expect(reload).not.toHaveBeenCalled();
    await pass(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  const beside = () => fireEvent.click(dialog()?.parentElement as Element);
  const escape = () => fireEvent.keyDown(dialog() as Element, { key: 'Escape' });

  it.each([false, true])(
    'cannot be dismissed, forced or not (%s) [state:update.close-button] [state:update.forced]',
    async (isForce) => {
      vi.stubEnv('DEV', false);
      await offered({ ...newer, isForce });
      beside();
      escape();
      act(() => void vi.advanceTimersByTime(0));
      expect(dialog()).not.toBeNull();
      expect(offer.getState().isPostponed).toBe(false);
      press();
      expect(worker.tookOver).toBe(1);
    },
  );

  it('is postponed in development only, and shown again when it becomes forced [state:update.forced]', async () => {
    await offered({ ...newer, isForce: true });
    beside();
    escape();
    act(() => void vi.advanceTimersByTime(0));
    expect(dialog()).not.toBeNull();
    act(() => offer.clear());
    container = new FakeContainer();
    cleanup();
    await offered();
    beside();
    act(() => void vi.advanceTimersByTime(0));
    expect(dialog()).toBeNull();
  });

  it('is visible to components that would cover it', async () => {
    const show = await offered(newer, true);
    expect(updateDialog.isOpen).toBe(false);
    show(false);
    expect(updateDialog.isOpen).toBe(true);
    act(() => offer.setState({ isPostponed: true }));
    expect(updateDialog.isOpen).toBe(false);
  });

  it('waits until the money form is closed, also when forced', async () => {
    const show = await offered({ ...newer, isForce: true }, true);
    expect(dialog()).toBeNull();
    show(false);
    expect(dialog()).not.toBeNull();
  });

  it('reloads after its money form when it was accepted in another window', async () => {
    const show = await offered(newer, true);
    container.takeOver();
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
    show(false);
    await pass(0);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

it('has a close button in development only [state:update.close-button]', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const close = () => screen.queryByRole('button', { name: '关闭' });
  for (const isDevelopment of [true, false]) {
    vi.stubEnv('DEV', isDevelopment);
    makeOffer(newer, 3, () => undefined);
    render(<UpdateManager />);
    expect(screen.getByRole('dialog', { name: '发现新版本' })).toBeTruthy();
    expect(close() !== null).toBe(isDevelopment);
    cleanup();
  }
  vi.unstubAllEnvs();
});
