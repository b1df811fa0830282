import { cachePrefix } from './messages.ts';
import type { Release } from './release.ts';

/** How the worker handles a request: not at all, as an immutable file, as a shell file, as a page. */
export type Kind = 'left-alone' | 'asset' | 'shell' | 'page';

/** Query parameters that are secret. */
const secret = /^(?:password|passwordToken|accessToken|token|code)$/i;
const ofCalls = /^\/(?:api|dev|staff)(?:\/|$)/i;

/**
 * Classifies a request. The worker handles the app's own files and pages, and ignores API calls, other origins, requests
 * other than GET, and addresses with a secret in the query.
 */
export function kindOf(request: Pick<Request, 'method' | 'url' | 'mode'>, release: Release, origin: string): Kind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || ofCalls.test(url.pathname)) return 'left-alone';
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
const pagePatienceMs = 4000;

/** From the cache, otherwise from the server and then cached, because the file is immutable. */
export async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(assetCache);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isWhole(answer)) await cache.put(request.url, answer.clone());
  return answer;
}

/** From the server; from the cache when the server is unreachable. */
export async function answerShell(request: Request, release: Release): Promise<Response> {
  const kept = (await caches.open(shellCache(release))).match(request.url);
  return fetch(request).catch(async (failure: unknown) => (await kept) ?? Promise.reject(failure));
}

/**
 * The server's current page, so that a new release starts at once; the cached page when the server is slow, broken or
 * unreachable. Every address of the app is the same page.
 */
export async function answerPage(
  request: Request,
  release: Release,
  preloaded: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> {
  const kept = (await caches.open(shellCache(release))).match('/index.html');
  const fresh = preloaded.catch(() => undefined).then((answer) => answer ?? fetch(request));
  const answer = await withinPatience(fresh).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await kept) ?? fresh;
}

function withinPatience(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server is silent')), pagePatienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A complete file of this origin: no error, redirect or partial response. */
export function isWhole(answer: Response): boolean {
  return answer.status === 200 && !answer.redirected && answer.type === 'basic';
}
