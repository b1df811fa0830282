import { cachePrefix } from './messages.ts';
import type { Release } from './release.ts';

/** How a request is answered: not by the worker, as a file that never changes, as a file of the shell, as the page. */
export type Kind = 'left-alone' | 'asset' | 'shell' | 'page';

/** In a query these are secrets, wherever they go. */
const secret = /^(?:password|passwordToken|accessToken|token|code)$/i;
const ofCalls = /^\/(?:api|dev|staff)(?:\/|$)/i;

/**
 * Sorts a request. The worker answers for the app's own files and for its pages, and never sees the rest: calls of the API,
 * other sites, anything that is sent, and every address with a secret in its query.
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
/** One for all releases: what two have in common is fetched once. */
export const assetCache = `${cachePrefix}assets`;

/** Longer, and the page that is known is better than the page that may come. */
const pagePatienceMs = 4000;

/** From the cache, else from the server, and kept: such a file never changes. */
export async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(assetCache);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isWhole(answer)) await cache.put(request.url, answer.clone());
  return answer;
}

/** From the server; from the cache when the server cannot be reached. */
export async function answerShell(request: Request, release: Release): Promise<Response> {
  const kept = (await caches.open(shellCache(release))).match(request.url);
  return fetch(request).catch(async (failure: unknown) => (await kept) ?? Promise.reject(failure));
}

/**
 * A page: what the server has now, so that nobody starts an old release who could have the new one; the page of this
 * release when the server is silent, broken or cannot be reached. Every address of the app is that one page.
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

/** A whole file of ours: no refusal, no part, no page in a file's place. */
export function isWhole(answer: Response): boolean {
  return answer.status === 200 && !answer.redirected && answer.type === 'basic';
}
