// Served in the worker's place when the operator has switched it off: it drops everything that a worker of ours has kept,
// takes itself away, and tells the pages. From the next start on there is no worker between them and the server.
import { dropAll } from './keep.ts';
import { workerIsOff } from './messages.ts';
import { workerScope as scope } from './worker-scope.ts';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => {
  const leave = async () => {
    await dropAll();
    await scope.registration.unregister();
    for (const page of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      page.postMessage(workerIsOff, []);
    }
  };
  event.waitUntil(leave());
});
