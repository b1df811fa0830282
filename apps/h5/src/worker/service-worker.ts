import { toWorker } from './messages.ts';
import type { Release } from './release.ts';
import { deleteOldFiles, fetchRelease } from './release-cache.ts';
import { kindOf, respondWithAsset, respondWithPage, respondWithShell } from './respond.ts';
import { workerScope as scope } from './worker-scope.ts';

/** Defined by the build. */
declare const LODE_RELEASE: Release;
const release = LODE_RELEASE;

scope.addEventListener('install', (event) => event.waitUntil(fetchRelease(release)));

scope.addEventListener('activate', (event) => {
  const start = async () => {
    await deleteOldFiles(release);
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
  };
  event.waitUntil(start());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = kindOf(request, release, scope.location.origin);
  if (kind === 'asset') event.respondWith(respondWithAsset(request));
  else if (kind === 'shell') event.respondWith(respondWithShell(request, release));
  else if (kind === 'page') event.respondWith(respondWithPage(request, release, event.preloadResponse));
});

scope.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === toWorker.takeOver) event.waitUntil(scope.skipWaiting());
  else if (typeof data === 'object' && data !== null && toWorker.holds in data) {
    ports[0]?.postMessage(release.assets.includes(String(data[toWorker.holds])));
  }
});
