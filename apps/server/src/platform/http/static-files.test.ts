// The built client: hashed files are cached without expiry, the page is asked for again, deep links open it, and nothing of the
// API is ever answered with a page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'lode-client-'));
const script = 'console.log("矿脉");';
let app: TestApp;
beforeAll(async () => {
  mkdirSync(join(folder, 'js'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Lode</title>');
  writeFileSync(join(folder, 'service-worker.js'), 'self;');
  writeFileSync(join(folder, 'service-worker-off.js'), 'off;');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, '.release.json'), '{}');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, 'js', 'index-B1c2D3e4.js'), script);
  writeFileSync(join(folder, 'js', 'index-B1c2D3e4.js.br'), brotliCompressSync(script));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'worker-A1b2C3d4.js'), script);
  app = await startTestApp({ env: { CLIENT_FOLDER: folder } });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const page = { accept: 'text/html,application/xhtml+xml' };

it('caches hashed files without expiry and revalidates the others', async () => {
  const hashed = await get('/js/index-B1c2D3e4.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers['content-type']).toMatch(/javascript/);
  for (const url of ['/', '/index.html', '/service-worker.js']) {
    expect((await get(url, page)).headers['cache-control']).toBe('no-cache');
  }
});

it('sends few headers with scripts and styles, and a page’s policy with a worker, in which it applies', async () => {
  const short = "default-src 'none'; frame-ancestors 'none'";
  const script = await get('/js/index-B1c2D3e4.js');
  expect(script.headers).toMatchObject({
    'content-security-policy': short,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(script.headers['permissions-policy'] ?? script.headers['x-download-options']).toBeUndefined();
  for (const url of ['/service-worker.js', '/assets/worker-A1b2C3d4.js', '/login', '/jslogin']) {
    expect((await get(url, page)).headers['content-security-policy'], url).toContain("script-src 'self'");
  }
});

it('sends the compressed file to who takes it', async () => {
  const reply = await get('/js/index-B1c2D3e4.js', { 'accept-encoding': 'gzip, br' });
  expect(reply.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script);
  expect((await get('/js/index-B1c2D3e4.js')).body).toBe(script);
});

it('serves the worker from the root, for every address, and never from a cache [router:service-worker]', async () => {
  const worker = await get('/service-worker.js');
  expect(worker.body).toBe('self;');
  expect(worker.headers).toMatchObject({
    'content-type': expect.stringMatching(/javascript/),
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("worker-src 'self'"),
  });
  const manifest = await get('/manifest.webmanifest');
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
});

it('serves the worker that takes itself away when it is switched off', async () => {
  const off = await startTestApp({ env: { CLIENT_FOLDER: folder, SERVICE_WORKER: 'off' } });
  const reply = await off.inject({ method: 'GET', url: '/service-worker.js' });
  expect([reply.body, reply.headers['cache-control']]).toEqual(['off;', 'no-cache']);
  expect(reply.headers['content-type']).toMatch(/javascript/);
  for (const [server, header] of [
    [off, 'off'],
    [app, undefined],
  ] as const) {
    const head = await server.inject({ method: 'HEAD', url: '/service-worker.js' });
    expect([head.statusCode, head.headers['x-service-worker']]).toEqual([200, header]);
  }
  await off.stop();
});

it('opens the page at every address of the client, under the strict policy [router:history]', async () => {
  for (const url of ['/', '/login', '/pages/detail/index?id=1&type=HomePopup', '/no/such/screen', '/devices_detail']) {
    const reply = await get(url, page);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(reply.headers['cache-control']).toBe('no-cache');
  }
});

it('finds what a later build has left', async () => {
  writeFileSync(join(folder, 'js', 'later-A1b2C3d4.js'), script);
  expect((await get('/js/later-A1b2C3d4.js')).body).toBe(script);
});

it('answers a probe that takes anything as it answers a browser', async () => {
  expect((await get('/login', { accept: '*/*' })).statusCode).toBe(200);
});

it('never answers a script or a call with a page', async () => {
  const wrong = [
    get('/api/nothing', page),
    get('/dev/nothing', page),
    get('/js/gone-12345678.js'),
    get('/js/gone-12345678.js', page),
    get('/login', { accept: 'application/json' }),
    get('/js/'),
    get('/js'),
    get('/.vite/manifest.json'),
    get('/.release.json'),
    get('/..%2f..%2f..%2fetc%2fpasswd'),
    app.inject({ method: 'POST', url: '/login', headers: page }),
  ];
  for (const reply of await Promise.all(wrong)) {
    expect(reply.statusCode).toBe(404);
    expect(reply.json().code).toBe(404);
  }
});
