import { cachePrefix } from './messages.ts';
import type { Release } from './release.ts';
import { assetCache, isComplete, shellCache } from './respond.ts';

/** Leaves most of the six connections to the page, which the customer uses meanwhile. */
const concurrency = 2;

/** Fetches a complete release or fails, because an incomplete worker must never take over. */
export async function fetchRelease(release: Release): Promise<void> {
  const [shell, assets] = await Promise.all([caches.open(shellCache(release)), caches.open(assetCache)]);
  // Bypasses the browser's cache, because the shell's names do not change.
  const forShell = release.shell.map((file) => () => store(shell, file, 'reload'));
  const forAssets = release.assets.map((file) => async () => {
    if (!(await assets.match(file))) await store(assets, file, 'default');
  });
  const work = [...forShell, ...forAssets].values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const next of work) await next();
    }),
  );
}

async function store(cache: Cache, file: string, mode: RequestCache): Promise<void> {
  const response = await fetch(file, { cache: mode, credentials: 'same-origin', priority: 'low' });
  if (!isComplete(response)) throw new Error(`${file} responded with ${response.status}`);
  await cache.put(file, response);
}

/** Drops files of older releases; those of the previous one stay for pages that are still open. */
export async function deleteOldFiles(release: Release): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix) && name !== assetCache && name !== shellCache(release)) await caches.delete(name);
  }
  const wanted = new Set([...release.assets, ...release.previous]);
  const assets = await caches.open(assetCache);
  for (const request of await assets.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await assets.delete(request);
  }
}

export async function deleteAllCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name);
}
