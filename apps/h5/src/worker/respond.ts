import { cachePrefix } from './messages.ts';
import type { Release } from './release.ts';

/** How the worker handles a request: not at all, as an immutable file, as a shell file, as a page. */
export type RequestKind = 'left-alone' | 'asset' | 'shell' | 'page';

/** Query parameters that are secret. */
const secret = /^(?:password|passwordToken|accessToken|token|code)$/i;
const apiPath = /^\/(?:api|dev|staff)(?:\/|$)/i;

/**
 * Classifies a request. The worker handles the app's own files and pages, and ignores API calls, other origins, requests
 * other than GET, and addresses with a secret in the query.
 */
export function kindOf(
  request: Pick<Request, 'method' | 'url' | 'mode'>,
  release: Release,
  origin: string,
): RequestKind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || apiPath.test(url.pathname)) return 'left-alone';
  if ([...url.searchParams.keys()].some((name) => secret.test(name))) return 'left-alone';
  if (request.mode === 'navigate') return 'page';
  if (url.search !== '') return 'left-alone';
  if (release.assets.includes(url.pathname) || release.previous.includes(url.pathname)) return 'asset';
  if (release.shell.includes(url.pathname)) return 'shell';
  return 'left-alone';
}

export const shellCache = (release: Release) => `${cachePrefix}shell-${release.name}`;
/** Shared by all releases, so that common files are fetched once. */
export const assetCache = `${cachePrefix}assets`;

/** After this the cached page is used. */
const pageTimeoutMs = 4000;

/** From the cache, otherwise from the server and then cached, because the file is immutable. */
export async function respondWithAsset(request: Request): Promise<Response> {
  const cache = await caches.open(assetCache);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  // A full disk refuses to cache the file; the page has it all the same.
  if (isComplete(response)) await cache.put(request.url, response.clone()).catch(() => undefined);
  return response;
}

/** From the server; from the cache when the server is unreachable. */
export async function respondWithShell(request: Request, release: Release): Promise<Response> {
  const cached = (await caches.open(shellCache(release))).match(request.url);
  return fetch(request).catch(async (failure: unknown) => (await cached) ?? Promise.reject(failure));
}

/**
 * The server's current page, so that a new release starts at once; the cached page when the server is slow, broken or
 * unreachable. Every address of the app is the same page.
 */
export async function respondWithPage(
  request: Request,
  release: Release,
  preloaded: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> {
  const cached = (await caches.open(shellCache(release))).match('/index.html');
  const fresh = preloaded.catch(() => undefined).then((response) => response ?? fetch(request));
  const response = await withPageTimeout(fresh).catch(() => null);
  if (response && response.status < 500) return response;
  return (await cached) ?? fresh;
}

function withPageTimeout(response: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page request timed out')), pageTimeoutMs);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A complete file of this origin: no error, redirect or partial response. */
export function isComplete(response: Response): boolean {
  return response.status === 200 && !response.redirected && response.type === 'basic';
}
