import type { Version } from '../../lib/ask-version.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { cachePrefix, switchHeader, toWorker, workerFile, workerIsOff } from '../../worker/messages.ts';
import { holdPreloads } from '../preload.ts';
import { makeOffer, offer } from './offer.ts';
import { isNewer } from './version.ts';
import { workerAddress } from './worker-address.ts';

/** The page's environment; tests replace it. */
export interface Surroundings {
  /** The page's entry script, which identifies its release. */
  entry: string;
  askVersion: () => Promise<Version | null>;
  reload: () => Promise<void>;
  isSwitchedOff: () => Promise<boolean>;
}

/** Delay before a waiting worker is considered. */
const noticeMs = 200;
/** Timeout for the worker's reply; starting an idle worker takes seconds on a slow phone. */
const answerMs = 10_000;
/** Timeout after which the page reloads even if the waiting worker has not taken over. */
const takeOverMs = 5000;
const lookAgainMs = 60 * 60_000;

/**
 * Registers the service worker and follows its updates: a waiting worker triggers the version check and an offer, a
 * takeover triggers a reload. Returns whether a worker is registered.
 */
export async function followWorker(container: ServiceWorkerContainer, around: Surroundings): Promise<boolean> {
  // Registering again would undo the removal.
  if (await around.isSwitchedOff()) {
    await leaveNothing(container);
    return false;
  }
  let isControlled = container.controller !== null;
  /** Set when the worker that takes over belongs to this page's release, so that no reload is needed. */
  let isOwnRelease = false;

  container.addEventListener('controllerchange', () => {
    const isFirst = !isControlled;
    isControlled = true;
    if (isFirst || isOwnRelease) isOwnRelease = false;
    else void around.reload();
  });
  container.addEventListener('message', ({ data }) => {
    if (data === workerIsOff) void leaveNothing(container);
  });

  async function consider(registration: ServiceWorkerRegistration): Promise<void> {
    const { waiting } = registration;
    if (waiting === null) {
      giveUpComing(registration);
      return;
    }
    if (await holds(waiting, around.entry)) {
      isOwnRelease = true;
      // The offered release was rolled back.
      offer.forget();
      waiting.postMessage(toWorker.takeOver, []);
      // Requests keep the old worker alive and delay the takeover.
      const goOn = holdPreloads();
      container.addEventListener('controllerchange', goOn, { once: true });
      setTimeout(goOn, takeOverMs);
      return;
    }
    const version = await around.askVersion();
    if (version === null || !isNewer(version.versionNo, clientVersion)) {
      giveUpComing(registration);
      return;
    }
    makeOffer(version, registration.waiting === null ? 1 : 3, () => takeOver(registration));
  }

  /** Drops a pending offer, or restores the offer that stood before it. */
  function giveUpComing(registration: ServiceWorkerRegistration): void {
    const { version, status, isTaken } = offer.getState();
    if (version === null || status === 3 || isTaken || isAlive(registration.installing)) return;
    if (!isAlive(registration.waiting)) offer.forget();
    else offer.setState({ status: 3 });
  }

  function takeOver(registration: ServiceWorkerRegistration): void {
    registration.waiting?.postMessage(toWorker.takeOver, []);
    setTimeout(() => void around.reload(), registration.waiting === null ? 0 : takeOverMs);
  }

  const registration = await register(container);
  if (registration === null) return false;
  const notice = () => setTimeout(() => void consider(registration), noticeMs);
  if (registration.waiting !== null) notice();
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    // A newer worker replaces the offered one.
    if (coming !== null && offer.getState().version !== null) offer.setState({ status: 1 });
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && container.controller !== null) notice();
      if (coming.state === 'redundant') giveUpComing(registration);
    });
  });
  onComeBack(() => {
    registration.update().catch(() => undefined);
    // The version may have been published, or forced, since the last check.
    if (registration.waiting !== null) notice();
  });
  return true;
}

/** Whether the server has switched the worker off; without a response nothing changes. */
export async function isSwitchedOff(): Promise<boolean> {
  try {
    const answer = await fetch(workerFile, { method: 'HEAD', cache: 'no-store' });
    return answer.headers.get(switchHeader) === 'off';
  } catch {
    return false;
  }
}

async function register(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | null> {
  try {
    return await container.register(workerAddress(workerFile), { updateViaCache: 'none' });
  } catch {
    // Private windows and embedded browsers may refuse.
    return null;
  }
}

const isAlive = (worker: ServiceWorker | null) => worker !== null && worker.state !== 'redundant';

/** Whether the worker belongs to the page's release. */
function holds(worker: ServiceWorker, entry: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), answerMs);
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
function onComeBack(look: () => void): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookAgainMs) return;
    lookedAt = Date.now();
    look();
  });
}

async function leaveNothing(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name);
}
