// Covers an app that stays open for days: it finds a newer worker, and a version published for a worker that already waits.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Version } from '../../lib/check-version.ts';
import { deliverMessages, FakeContainer, FakeWorker } from '../../testing/fake-worker.ts';
import { offer } from './offer.ts';
import { reloadWhenAllowed } from './reload.ts';
import { followWorkerUpdates } from './worker-updates.ts';

const hourMs = 60 * 60_000;
const own = '/js/index-own00000.js';
const newer: Version = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: false };
const ask = vi.fn<() => Promise<Version | null>>();
let container: FakeContainer;

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await deliverMessages();
};
/** Returns to the app; a waiting worker is noticed a moment later. */
async function comeBack(): Promise<void> {
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(200);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  container = new FakeContainer();
  ask.mockReset().mockResolvedValue(newer);
  offer.clear();
  await followWorkerUpdates(container as unknown as ServiceWorkerContainer, {
    entry: own,
    checkVersion: ask,
    reload: reloadWhenAllowed(() => undefined),
    isSwitchedOff: async () => false,
    untilLoaded: async () => undefined,
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('checks for a newer worker on return after an hour, not earlier [state:update.waiting]', async () => {
  const { update } = container.registration;
  await pass(hourMs - 1);
  await comeBack();
  expect(update).not.toHaveBeenCalled();
  await comeBack();
  expect(update).toHaveBeenCalledTimes(1);
  await comeBack();
  expect(update).toHaveBeenCalledTimes(1);
  await pass(hourMs);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await comeBack();
  expect(update).toHaveBeenCalledTimes(1);
  expect(ask).not.toHaveBeenCalled();
});

it.each([
  ['got no response', null],
  ['found nothing newer', { ...newer, versionNo: '1.0.0.0' }],
])('offers a version published later although the worker check %s [state:update.waiting]', async (_what, response) => {
  ask.mockResolvedValue(response);
  await container.bring(new FakeWorker('/js/index-new00000.js'));
  await pass(200);
  expect(offer.getState().version).toBeNull();
  const forced = { ...newer, isForce: true };
  ask.mockResolvedValue(forced);
  // The server has no newer worker, or is unreachable.
  container.registration.update.mockRejectedValue(new TypeError('Failed to fetch'));
  await pass(hourMs);
  expect(ask).toHaveBeenCalledTimes(1);
  await comeBack();
  expect(offer.getState()).toMatchObject({ version: forced, status: 3 });
});

it('offers a version again that became forced after it was postponed [state:update.forced]', async () => {
  await container.bring(new FakeWorker('/js/index-new00000.js'));
  await pass(200);
  offer.setState({ isPostponed: true });
  await pass(hourMs);
  await comeBack();
  expect(offer.getState().isPostponed).toBe(true);
  ask.mockResolvedValue({ ...newer, isForce: true });
  await pass(hourMs);
  await comeBack();
  expect(offer.getState()).toMatchObject({ version: { isForce: true }, isPostponed: false });
});
