// Covers the content security policy on every page, its reporting, strict headers, and the absence of development tools.
import type { APIRequestContext, Page } from '@playwright/test';
import { href, type RouteName, routeNames, routeOf, routes } from '../../apps/h5/src/lib/routes.ts';
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { screens } from '../screens.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const nameOf = (address: string) => routeOf(new URL(address, 'http://here').pathname);
/** Pages that redirect. */
const leadsOn: readonly RouteName[] = ['start', 'login'];

/** Every route, at the address of its screen where there is one. */
async function addressesOfAll(request: APIRequestContext): Promise<string[]> {
  const api = await Api.logIn(request, customers.main);
  const shown = await Promise.all(
    screens
      .filter(({ account }) => account === customers.main)
      .map(async ({ path }) => (typeof path === 'string' ? path : path(api))),
  );
  const named = new Set(shown.map(nameOf));
  const plain = routeNames.filter((name) => !named.has(name)).map((name) => href(name));
  return [...new Set([...shown, ...plain])];
}

async function walk(page: Page, addresses: readonly string[]): Promise<Set<RouteName | null>> {
  const seen = new Set<RouteName | null>();
  for (const address of addresses) {
    await page.goto(address);
    await waitUntilIdle(page);
    const name = nameOf(address);
    if (name === null || !leadsOn.includes(name)) expect(nameOf(page.url()), address).toBe(name);
    seen.add(name);
  }
  return seen;
}

test('every route runs under the policy without a violation, worker and prefetches included', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const open = routeNames.filter((name) => routes[name].access !== 'customer');
  await walk(
    page,
    open.map((name) => href(name)),
  );
  await logIn(page, customers.main);
  const seen = await walk(page, await addressesOfAll(request));
  expect(routeNames.filter((name) => !seen.has(name))).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
});

test('the browser reports violations: markup from strings, inline script, foreign script', async ({
  page,
  browserErrors,
}) => {
  await page.goto('/login');
  await waitUntilIdle(page);
  const refused = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.title=1">');
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  });
  expect(refused).toBe(true);
  const policy = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    try {
      trustedTypes.createPolicy('other', {});
      return 'made';
    } catch {
      return 'refused';
    }
  });
  expect(policy).toBe('refused');
  await expect.poll(() => browserErrors.filter((text) => text.startsWith('policy:')).length).toBeGreaterThanOrEqual(2);
  expect(browserErrors.splice(0).join('\n')).toMatch(/require-trusted-types-for[\s\S]*trusted-types/);
});

test('headers are strict; neither source maps nor a debug console are shipped', async ({ request }) => {
  const page = await request.get('/login', { headers: { accept: 'text/html' } });
  const headers = page.headers();
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*require-trusted-types-for 'script'/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe-/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/max-age=\d{7,}/),
  });
  expect(await page.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style/);

  const worker = await (await request.get('/service-worker.js')).text();
  const scripts = [...new Set(worker.match(/\/js\/[\w.-]+\.js/g))];
  expect(scripts.length).toBeGreaterThan(30);
  for (const script of scripts) {
    const text = await (await request.get(script)).text();
    expect(text, script).not.toMatch(/sourceMappingURL|vconsole|eruda|\bdebugger\b/i);
    expect((await request.get(`${script}.map`)).status()).toBe(404);
  }
});
