import type { Version } from '../../lib/check-version.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { trustedWorkerUrl } from '../../lib/worker-address.ts';
import { cachePrefix, switchHeader, toWorker, workerFile, workerIsOff } from '../../worker/messages.ts';
import { pausePreloads } from '../preload.ts';
import { makeOffer, offer } from './offer.ts';
import { isNewer } from './version.ts';

/** The page's environment; tests replace it. */
export interface UpdateEnvironment {
  /** The page's entry script, which identifies its release. */
  entry: string;
  checkVersion: () => Promise<Version | null>;
  reload: () => Promise<void>;
  isSwitchedOff: () => Promise<boolean>;
  /** Resolves when nothing else is loading: a registered worker fetches the whole app. */
  untilLoaded: () => Promise<void>;
}

/** Delay before a waiting worker is considered. */
const waitingDelayMs = 200;
/** Timeout for the worker's reply; starting an idle worker takes seconds on a slow phone. */
const replyTimeoutMs = 10_000;
/** Timeout after which the page reloads even if the waiting worker has not taken over. */
const takeoverTimeoutMs = 5000;
/** Delay before a worker that did not reply, or has not taken over, is considered again. */
const retryDelayMs = 30_000;
const checkIntervalMs = 60 * 60_000;

/**
 * Registers the service worker and follows its updates: a waiting worker triggers the version check and an offer, a
 * takeover triggers a reload. Returns whether a worker is registered.
 */
export async function followWorkerUpdates(
  container: ServiceWorkerContainer,
  environment: UpdateEnvironment,
): Promise<boolean> {
  let isControlled = container.controller !== null;
  /** Set when the worker that takes over belongs to this page's release, so that no reload is needed. */
  let isOwnRelease = false;

  container.addEventListener('controllerchange', () => {
    const isFirst = !isControlled;
    isControlled = true;
    if (isFirst || isOwnRelease) isOwnRelease = false;
    else void environment.reload();
  });
  container.addEventListener('message', ({ data }) => {
    if (data === workerIsOff) void removeWorker(container);
  });

  // Only now, because another window may let a worker take over while this page still loads.
  await environment.untilLoaded();
  // Registering again would undo the removal.
  if (await environment.isSwitchedOff()) {
    await removeWorker(container);
    return false;
  }

  let retry: ReturnType<typeof setTimeout> | undefined;

  async function considerWaiting(registration: ServiceWorkerRegistration): Promise<void> {
    const { waiting } = registration;
    if (waiting === null) {
      dropPendingOffer(registration);
      return;
    }
    const isOwn = await belongsToRelease(waiting, environment.entry);
    if (isOwn !== false) {
      clearTimeout(retry);
      retry = setTimeout(() => void considerWaiting(registration), retryDelayMs);
    }
    if (isOwn) {
      isOwnRelease = true;
      // The offered release was rolled back.
      offer.clear();
      waiting.postMessage(toWorker.takeOver, []);
      // Requests keep the old worker alive and delay the takeover.
      const resumePreloads = pausePreloads();
      container.addEventListener('controllerchange', resumePreloads, { once: true });
      setTimeout(resumePreloads, takeoverTimeoutMs);
      return;
    }
    const version = await environment.checkVersion();
    if (version === null || !isNewer(version.versionNo, clientVersion)) {
      dropPendingOffer(registration);
      return;
    }
    makeOffer(version, registration.waiting === null ? 1 : 3, () => takeOver(registration));
  }

  /** Drops a pending offer, or restores the offer that stood before it. */
  function dropPendingOffer(registration: ServiceWorkerRegistration): void {
    const { version, status, isAccepted } = offer.getState();
    if (version === null || status === 3 || isAccepted || isAlive(registration.installing)) return;
    if (!isAlive(registration.waiting)) offer.clear();
    else offer.setState({ status: 3 });
  }

  function takeOver(registration: ServiceWorkerRegistration): void {
    registration.waiting?.postMessage(toWorker.takeOver, []);
    setTimeout(() => void environment.reload(), registration.waiting === null ? 0 : takeoverTimeoutMs);
  }

  const registration = await register(container);
  if (registration === null) return false;
  const considerSoon = () => setTimeout(() => void considerWaiting(registration), waitingDelayMs);
  if (registration.waiting !== null) considerSoon();
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    // A newer worker replaces the offered one.
    if (installing !== null && offer.getState().version !== null) offer.setState({ status: 1 });
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && container.controller !== null) considerSoon();
      if (installing.state === 'redundant') dropPendingOffer(registration);
    });
  });
  onReturn(() => {
    registration.update().catch(() => undefined);
    // The version may have been published, or forced, since the last check.
    if (registration.waiting !== null) considerSoon();
  });
  return true;
}

/** Whether the server has switched the worker off; without a response nothing changes. */
export async function isSwitchedOff(): Promise<boolean> {
  try {
    const response = await fetch(workerFile, { method: 'HEAD', cache: 'no-store' });
    return response.headers.get(switchHeader) === 'off';
  } catch {
    return false;
  }
}

async function register(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | null> {
  try {
    return await container.register(trustedWorkerUrl(workerFile), { updateViaCache: 'none' });
  } catch {
    // Private windows and embedded browsers may refuse.
    return null;
  }
}

const isAlive = (worker: ServiceWorker | null) => worker !== null && worker.state !== 'redundant';

/** Whether the worker belongs to the page's release; null without a reply. */
function belongsToRelease(worker: ServiceWorker, entry: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), replyTimeoutMs);
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(data === true);
    });
    port1.start();
    worker.postMessage({ [toWorker.holds]: entry }, [port2]);
  });
}

/** Checks on return to an app that stays open for days. */
function onReturn(check: () => void): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkIntervalMs) return;
    checkedAt = Date.now();
    check();
  });
}

async function removeWorker(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name);
}
