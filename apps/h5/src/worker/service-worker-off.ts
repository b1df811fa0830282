// Served in place of the worker when the operator has switched it off: deletes all caches, unregisters itself and notifies
// the pages.

import { workerIsOff } from './messages.ts';
import { deleteAllCaches } from './release-cache.ts';
import { workerScope as scope } from './worker-scope.ts';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => {
  const leave = async () => {
    await deleteAllCaches();
    await scope.registration.unregister();
    for (const page of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      page.postMessage(workerIsOff, []);
    }
  };
  event.waitUntil(leave());
});
