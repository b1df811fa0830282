import type { Version } from '../../lib/ask-version.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { cachePrefix, switchHeader, toWorker, workerFile, workerIsOff } from '../../worker/messages.ts';
import { holdPreloads } from '../preload.ts';
import { makeOffer, offer } from './offer.ts';
import { isNewer } from './version.ts';
import { workerAddress } from './worker-address.ts';

/** What surrounds the page; a test gives its own. */
export interface Surroundings {
  /** The page's own first script, which tells its release from every other. */
  entry: string;
  askVersion: () => Promise<Version | null>;
  reload: () => Promise<void>;
  isSwitchedOff: () => Promise<boolean>;
}

/** A worker that waits is noticed after this. */
const noticeMs = 200;
/** A worker that says nothing by then will not. One at rest has to be started first, which takes seconds on a busy phone. */
const answerMs = 10_000;
/** A waiting worker that was asked to take over does so at once; a reload brings the new release in any case. */
const takeOverMs = 5000;
const lookAgainMs = 60 * 60_000;

/**
 * Registers the service worker and follows its updates: one that waits leads to the version check and to an offer, one that
 * takes over to a reload. Answers whether there is a worker.
 */
export async function followWorker(container: ServiceWorkerContainer, around: Surroundings): Promise<boolean> {
  // Registered again, a worker that has just been taken away would stay.
  if (await around.isSwitchedOff()) {
    await leaveNothing(container);
    return false;
  }
  let isControlled = container.controller !== null;
  /** This page is of the release that takes over: it has nothing to reload. */
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
      // What was offered was taken back.
      offer.forget();
      waiting.postMessage(toWorker.takeOver, []);
      // A worker that goes on getting requests is not replaced.
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

  /** Nothing comes of what was on its way: what was offered before it stands as it stood, or there is nothing to offer. */
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
    // What was offered is replaced by what is on its way.
    if (coming !== null && offer.getState().version !== null) offer.setState({ status: 1 });
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && container.controller !== null) notice();
      if (coming.state === 'redundant') giveUpComing(registration);
    });
  });
  onComeBack(() => {
    registration.update().catch(() => undefined);
    // What waits may have been published, or forced, since it was asked about.
    if (registration.waiting !== null) notice();
  });
  return true;
}

/** Whether the server wants no worker in anybody's browser. Without an answer everything stays as it is. */
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

/** Whether a worker's release is the page's own. */
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

/** An app that stays open for days hears of new releases when somebody comes back to it. */
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
