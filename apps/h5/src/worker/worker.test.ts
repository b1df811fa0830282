// Covers the service worker: which requests it handles, complete releases, files of the previous release, and the
// switched-off worker.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Release } from './release.ts';
import { deleteAllCaches, deleteOldFiles, fetchRelease } from './release-cache.ts';
import { assetCache, kindOf, respondWithAsset, respondWithPage, respondWithShell, shellCache } from './respond.ts';

const origin = 'https://lode.test';
const release: Release = {
  name: 'two',
  shell: ['/index.html', '/favicon.svg'],
  assets: ['/js/index-22222222.js', '/js/both-00000000.js'],
  previous: ['/js/index-11111111.js'],
};

class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    const address = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).href;
    return {
      match: async (key: string) => files.get(address(key))?.clone(),
      put: async (key: string, answer: Response) => void files.set(address(key), answer),
      delete: async (key: Request) => files.delete(address(key)),
      keys: async () => [...files.keys()].map((url) => ({ url }) as Request),
    };
  }
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

let stored: FakeCaches;
const server = vi.fn<(url: string) => Response | Promise<Response>>();
const names = (cache: string) => [...(stored.all.get(cache)?.keys() ?? [])].map((url) => new URL(url).pathname).sort();

/** A network response; a plain `Response` has another type. */
function file(text: string, status = 200): Response {
  const answer = new Response(text, { status });
  Object.defineProperty(answer, 'type', { value: 'basic' });
  return answer;
}

beforeEach(() => {
  stored = new FakeCaches();
  server.mockReset().mockImplementation((url) => file(`file ${url}`));
  vi.stubGlobal('caches', stored);
  vi.stubGlobal('fetch', async (request: string | Request) =>
    server(typeof request === 'string' ? request : new URL(request.url).pathname),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ask = (path: string, more: Partial<Request> = {}) =>
  ({ method: 'GET', url: new URL(path, origin).href, mode: 'cors', ...more }) as Request;
const visit = (path: string) => ask(path, { mode: 'navigate' });

describe('a request', () => {
  it.each([
    ['/js/index-22222222.js', 'asset'],
    ['/js/index-11111111.js', 'asset'],
    ['/favicon.svg', 'shell'],
    ['/js/later-33333333.js', 'left-alone'],
    ['/favicon.svg?v=2', 'left-alone'],
    ['/api/user/info', 'left-alone'],
    ['/api', 'left-alone'],
    ['/API/user/info', 'left-alone'],
    ['/dev/messages', 'left-alone'],
    ['https://elsewhere.test/favicon.svg', 'left-alone'],
  ])('%s is %s [router:service-worker]', (path, kind) => {
    expect(kindOf(ask(path), release, origin)).toBe(kind);
  });

  it('is a page at every address, except with a secret, and except API calls', () => {
    for (const path of ['/', '/mine', '/electric_detail?id=7', '/login?to=%2Fmine', '/apis']) {
      expect(kindOf(visit(path), release, origin)).toBe('page');
    }
    for (const path of [
      '/mine?accessToken=x',
      '/login?account=a&password=b',
      '/x?code=1',
      '/api/user/info',
      '/dev/x',
    ]) {
      expect(kindOf(visit(path), release, origin)).toBe('left-alone');
    }
  });

  it('is ignored unless it is a GET', () => {
    for (const method of ['POST', 'HEAD', 'PUT']) {
      expect(kindOf(ask('/favicon.svg', { method }), release, origin)).toBe('left-alone');
    }
  });
});

describe('a release', () => {
  it('is fetched completely: shell per release, hashed files once', async () => {
    await fetchRelease(release);
    expect(names(shellCache(release))).toEqual(['/favicon.svg', '/index.html']);
    expect(names(assetCache)).toEqual(['/js/both-00000000.js', '/js/index-22222222.js']);
    server.mockClear();
    await fetchRelease({ ...release, name: 'three' });
    expect(server.mock.calls.map(([url]) => url).sort()).toEqual(['/favicon.svg', '/index.html']);
  });

  it.each([404, 500, 206])('is rejected when a file responds with %d', async (status) => {
    server.mockImplementation((url) => file('', url.includes('both') ? status : 200));
    await expect(fetchRelease(release)).rejects.toThrow(`/js/both-00000000.js responded with ${status}`);
  });

  it('keeps files of the previous release, and drops older ones of this app only', async () => {
    const assets = await stored.open(assetCache);
    for (const name of ['index-00000000', 'index-11111111']) await assets.put(`/js/${name}.js`, file(name));
    await stored.open('lode-shell-one');
    await stored.open('other-app');
    await fetchRelease(release);
    await deleteOldFiles(release);
    expect(names(assetCache)).toEqual(['/js/both-00000000.js', '/js/index-11111111.js', '/js/index-22222222.js']);
    expect((await stored.keys()).sort()).toEqual([assetCache, shellCache(release), 'other-app'].sort());
  });

  it('leaves only foreign caches when the worker is switched off', async () => {
    await fetchRelease(release);
    await stored.open('other-app');
    await deleteAllCaches();
    expect(await stored.keys()).toEqual(['other-app']);
  });
});

describe('a response', () => {
  beforeEach(() => fetchRelease(release));
  const text = async (answer: Promise<Response>) => (await answer).text();
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

  it('is the cached file for an immutable name, fetched and cached when missing', async () => {
    server.mockClear();
    expect(await text(respondWithAsset(ask('/js/index-22222222.js')))).toBe('file /js/index-22222222.js');
    expect(server).not.toHaveBeenCalled();
    expect(await text(respondWithAsset(ask('/js/index-11111111.js')))).toBe('file /js/index-11111111.js');
    expect(names(assetCache)).toContain('/js/index-11111111.js');
  });

  it('comes from the server when the disk is full', async () => {
    server.mockImplementation(() => file('new file'));
    vi.spyOn(stored, 'open').mockResolvedValue({
      ...(await stored.open(assetCache)),
      put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    });
    expect(await text(respondWithAsset(ask('/js/index-11111111.js')))).toBe('new file');
  });

  it('is not cached when it is an error', async () => {
    server.mockImplementation(() => file('gone', 404));
    expect((await respondWithAsset(ask('/js/index-11111111.js'))).status).toBe(404);
    expect(names(assetCache)).not.toContain('/js/index-11111111.js');
  });

  it('is the server’s page, and the cached one when the server is unreachable, broken or slow', async () => {
    server.mockImplementation(() => file('new page'));
    expect(await text(respondWithPage(visit('/mine'), release))).toBe('new page');
    expect(await text(respondWithPage(visit('/mine'), release, Promise.resolve(file('preloaded'))))).toBe('preloaded');
    server.mockImplementation(noNetwork);
    expect(await text(respondWithPage(visit('/mine'), release))).toBe('file /index.html');
    server.mockImplementation(() => file('bad gateway', 502));
    expect(await text(respondWithPage(visit('/mine'), release))).toBe('file /index.html');
    vi.useFakeTimers();
    server.mockImplementation(() => new Promise(() => undefined));
    const late = text(respondWithPage(visit('/mine'), release));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await late).toBe('file /index.html');
  });

  it('passes on the server’s refusal of a page', async () => {
    server.mockImplementation(() => file('forbidden', 403));
    expect((await respondWithPage(visit('/mine'), release)).status).toBe(403);
  });

  it('is the server’s shell file, and the cached one while offline', async () => {
    server.mockImplementation(() => file('newer'));
    expect(await text(respondWithShell(ask('/favicon.svg'), release))).toBe('newer');
    server.mockImplementation(noNetwork);
    expect(await text(respondWithShell(ask('/favicon.svg'), release))).toBe('file /favicon.svg');
    await expect(respondWithShell(ask('/other.js'), release)).rejects.toThrow('Failed to fetch');
  });
});
