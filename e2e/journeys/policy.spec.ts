// Covers the content security policy on every page that `screens.spec.ts` does not open, its reporting, strict headers, and the absence of development tools.
import type { APIRequestContext } from '@playwright/test';
import { href, type RouteName, routeNames, routeOf } from '../../apps/h5/src/lib/routes.ts';
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { screens } from '../screens.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const nameOf = (address: string) => routeOf(new URL(address, 'http://here').pathname);
/** Pages that redirect. */
const leadsOn: readonly RouteName[] = ['start', 'login'];
/** Served by the worker once it runs, with its chunks and its prefetches. */
const served: readonly RouteName[] = ['index', 'devices', 'coinup', 'mine', 'withdraw'];

/** Routes that a screen shows: `screens.spec.ts` opens each under the policy. */
async function shownRoutes(request: APIRequestContext): Promise<Set<RouteName | null>> {
  const paths = screens.map(async ({ path, account }) =>
    typeof path === 'string' ? path : path(await Api.logIn(request, account ?? customers.main)),
  );
  return new Set((await Promise.all(paths)).map(nameOf));
}

test('routes without a screen, and what the worker serves, run under the policy without a violation', async ({
  page,
  request,
}) => {
  const shown = await shownRoutes(request);
  expect(shown.size).toBeGreaterThan(30);
  const walked = [...routeNames.filter((name) => !shown.has(name)), ...served];
  await page.goto('/login');
  await waitUntilIdle(page);
  await logIn(page, customers.main);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  for (const name of walked) {
    await page.goto(href(name));
    await waitUntilIdle(page);
    if (!leadsOn.includes(name)) expect(nameOf(page.url()), name).toBe(name);
  }
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
