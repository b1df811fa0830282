/**
 * Covers foreign text in every place that shows it: hundreds of public payloads per sink, in a real browser that only reports
 * what the production policy forbids, since a policy in force would hide a hole. Broken controls must be detected. README.md
 * explains the list and how to add a sink.
 */
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { wholeBrowser } from '../browser.ts';
import { sharedProductUrl } from '../shared-product.ts';
import { publicPayloads as payloads } from './markup.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const site = 'http://xss.test';
const atOnce = 50;

test.describe.configure({ mode: 'parallel' });
test.use({ launchOptions: wholeBrowser });

let program: string;
let policy: string;
test.beforeAll(async () => {
  policy = (await fetch(`${sharedProductUrl()}/login`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  const { outputFiles } = await build({
    entryPoints: [here('bench-page.tsx')],
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false' },
    loader: { '.module.css': 'local-css', '.svg': 'text', '.woff2': 'empty' },
    logLevel: 'error',
  });
  program = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
});

/** A page with the sinks only; requests other than for images are recorded. */
async function openSinks(browser: Browser): Promise<{ page: Page; asked: string[] }> {
  const page = await browser.newPage();
  const asked: string[] = [];
  await page.route('**', async (route) => {
    const request = route.request();
    const { origin, pathname } = new URL(request.url());
    if (origin === site && pathname === '/') {
      await route.fulfill({
        headers: { 'content-type': 'text/html', 'content-security-policy-report-only': policy },
        body: '<!doctype html><body></body><script type="module" src="/bench.js"></script>',
      });
    } else if (origin === site && pathname === '/bench.js') {
      await route.fulfill({ contentType: 'text/javascript', body: program });
    } else {
      const isPicture = request.resourceType() === 'image';
      if (!isPicture && pathname !== '/favicon.ico') asked.push(`${request.resourceType()} ${request.url()}`);
      await route.abort();
    }
  });
  await page.goto(site);
  await page.waitForFunction(() => 'tryPayloads' in window);
  return { page, asked };
}

/** How many payloads ran, in batches; a batch that navigated away counts. */
async function attack(page: Page, sink: string): Promise<{ executed: number; because: string[] }> {
  let executed = 0;
  const because: string[] = [];
  for (let from = 0; from < payloads.length; from += atOnce) {
    const batch = payloads.slice(from, from + atOnce);
    const count = await page.evaluate(([name, some]) => window.tryPayloads(name, some), [sink, batch] as const);
    executed += count;
    if (count > 0) because.push(...batch);
  }
  return { executed, because };
}

test('five hundred payloads run in no sink, request nothing and attempt nothing that the policy forbids', async ({
  browser,
}) => {
  test.setTimeout(480_000);
  expect(payloads.length).toBeGreaterThanOrEqual(500);
  const { page, asked } = await openSinks(browser);
  const sinks = await page.evaluate(() => window.sinkNames);
  for (const { name, isMarkup } of sinks.filter(({ isBroken }) => !isBroken)) {
    await test.step(name, async () => {
      expect(await attack(page, name), name).toEqual({ executed: 0, because: [] });
      expect(asked, name).toEqual([]);
      const reported = await page.evaluate(() => window.violations.splice(0));
      if (!isMarkup) expect(reported, name).toEqual([]);
    });
  }
  await page.close();
});

test('a broken sink is detected (control)', async ({ browser }) => {
  // Each batch has its own page.
  test.setTimeout(480_000);
  for (const [sink, least] of [
    ['markup as it comes', 100],
    ['a link as it comes', 10],
  ] as const) {
    let executed = 0;
    let reported = 0;
    for (let from = 0; from < payloads.length && executed < least; from += atOnce) {
      // Some payloads navigate away, so each batch has its own page.
      const { page } = await openSinks(browser);
      const batch = payloads.slice(from, from + atOnce);
      executed += await page
        .evaluate(([name, some]) => window.tryPayloads(name, some), [sink, batch] as const)
        .catch(() => 1);
      reported += await page.evaluate(() => window.violations.length).catch(() => 0);
      await page.close();
    }
    expect(executed, sink).toBeGreaterThanOrEqual(least);
    if (sink === 'markup as it comes') expect(reported, sink).toBeGreaterThan(0);
  }
});
