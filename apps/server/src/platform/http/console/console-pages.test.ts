/** Proves that the console's pages carry a policy with a nonce of their own visit, and that its listener serves no file but what was built. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { consoleOrigin } from '../../../testing/console-client.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-console-'));
  await Promise.all(['js', 'css', 'assets'].map((part) => mkdir(join(folder, part))));
  await writeFile(
    join(folder, 'index.html'),
    '<script nonce="LODE-STYLE-NONCE"></script><meta nonce="LODE-STYLE-NONCE">',
  );
  await writeFile(join(folder, 'phone.html'), '<meta property="csp-nonce" nonce="LODE-STYLE-NONCE"><p>phone</p>');
  await writeFile(join(folder, 'js', 'index-12345678.js'), '1');
  await writeFile(join(folder, 'secret.txt'), 'not built');
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin, CONSOLE_FOLDER: folder } });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const get = (url: string) => app.console.inject({ method: 'GET', url });

it.each(['/', '/login', '/support/7?view=all'])('%s has the page, with the nonce of this visit alone', async (url) => {
  const [first, second] = [await get(url), await get(url)];
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  const policy = String(first.headers['content-security-policy']);
  const [, nonce = ''] = /'nonce-([\w-]{24})'/.exec(policy) ?? [];
  expect(first.body).toBe(`<script nonce="${nonce}"></script><meta nonce="${nonce}">`);
  expect(second.body).not.toContain(nonce);
  expect(policy).toMatch(/script-src 'self';.*frame-ancestors 'none';.*require-trusted-types-for 'script'/);
  expect(policy).not.toMatch(/unsafe/);
});

it('the phone of a preview is framed by the console alone, and asks for nothing but its own files and pictures', async () => {
  const { headers, body } = await get('/phone');
  expect(body).toBe('<meta property="csp-nonce"><p>phone</p>');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'SAMEORIGIN' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/frame-ancestors 'self'.*require-trusted-types-for 'script'; trusted-types 'none'/);
  expect(policy).not.toMatch(/unsafe|connect-src|nonce|https?:/);
  expect(String((await get('/content/new')).headers['content-security-policy'])).toContain("frame-src 'self'");
  expect((await app.fastify.inject({ method: 'GET', url: '/phone' })).body).not.toContain('phone');
});

it('built files are kept for good, and nothing else of the folder is served', async () => {
  expect((await get('/js/index-12345678.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of [
    '/secret.txt',
    '/js/..%2fsecret.txt',
    '/js/../secret.txt',

    '/js/missing.js',
    '/staff',
    '/staff/no',
    '/api/health',
  ])
    expect((await get(url)).statusCode, url).toBe(404);
  expect((await app.console.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
});

it('the customers’ listener has none of it', async () => {
  expect((await app.fastify.inject({ method: 'GET', url: '/js/index-12345678.js' })).statusCode).toBe(404);
});
