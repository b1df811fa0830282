// Proves that everything the product shows runs under its own strict policy, that the browser would say so if it did not, and
// that nothing for developers is shipped.
import { logIn } from '../pages/login-page.ts';
import { customers, expect, settled, test } from '../test.ts';

/** Every page by its short path, but those that only lead on. */
const paths = `index devices coinup mine outputs recharge electric_record electric_pay_mode coinup_into coinup_out
  coinup_record coinup_safe coinup_xy sessions fundPWA user_sm user_agreement user_ys password_forget no_such_page`
  .split(/\s+/)
  .map((name) => `/${name}`);

test('every page runs under the policy without a violation, worker and prefetches included', async ({ page }) => {
  test.setTimeout(180_000);
  await logIn(page, customers.main);
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
  }
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
});

test('the browser tells of what breaks it: markup from strings, inline script, script from elsewhere', async ({
  page,
  complaints,
}) => {
  await page.goto('/login');
  await settled(page);
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
      trustedTypes.createPolicy('somebody', {});
      return 'made';
    } catch {
      return 'refused';
    }
  });
  expect(policy).toBe('refused');
  await expect.poll(() => complaints.filter((text) => text.startsWith('policy:')).length).toBeGreaterThanOrEqual(2);
  expect(complaints.splice(0).join('\n')).toMatch(/require-trusted-types-for[\s\S]*trusted-types/);
});

test('headers are strict, and no source map and no debug console is shipped', async ({ request }) => {
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
