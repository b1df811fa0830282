import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { sharedProductUrl } from './shared-product.ts';

export { expect };

/** The demo's customers. */
export const customers = {
  main: '13800000001',
  vip: '13800000002',
  almostOut: '13800000003',
  inArrear: '13800000004',
  empty: '13800000005',
} as const;

export const password = 'Lode@2026';

export type Theme = 'default' | 'vip';

interface Options {
  /** Shows the forced notices and popups of the home page, which other journeys suppress. */
  notices: boolean;
}

interface Fixtures {
  /** Browser errors; any left at the end fail the test, so a test that provokes one removes it. */
  browserErrors: string[];
}

/** Pages that showed another site: the end of its load can go unreported when it moves to another process, also after it is gone. */
const framed = new WeakSet<Page>();

/** Fails a journey on a page error, a refused resource, or a policy violation. */
export const test = base.extend<Fixtures & Options>({
  notices: [false, { option: true }],
  context: async ({ context, notices }, use) => {
    if (!notices) await suppressNotices(context, 'forced', 'popups');
    context.on('page', (page) => {
      page.on('frameattached', () => void framed.add(page));
    });
    await use(context);
  },
  // The port is known only after the product has started.
  baseURL: async ({}, use) => use(sharedProductUrl()),
  browserErrors: [
    async ({ page }, use) => {
      const browserErrors: string[] = [];
      page.on('pageerror', (error) => browserErrors.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(message.text())) {
          browserErrors.push(`console: ${message.text()}`);
        }
      });
      await watchPolicy(page, browserErrors);
      await use(browserErrors);
      // A handler that fetches after the end of its test would fail the worker.
      await page.unrouteAll({ behavior: 'wait' });
      expect(browserErrors, 'browser errors').toEqual([]);
    },
    { auto: true },
  ],
});

const lists = { forced: 'force_notify/list', popups: 'notice/list' } as const;

/** Empties these lists for the home page. */
export async function suppressNotices(context: BrowserContext, ...kinds: (keyof typeof lists)[]): Promise<void> {
  for (const kind of kinds) {
    await context.route(`**/api/${lists[kind]}*`, (route) =>
      route.fulfill({ json: { code: 200, message: 'ok', data: [] } }),
    );
  }
}

/** Records the browser's policy violations. */
export async function watchPolicy(page: Page, browserErrors: string[]): Promise<void> {
  await page.exposeFunction('reportViolation', (text: string) => void browserErrors.push(`policy: ${text}`));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      reportViolation([violatedDirective, blockedURI, sourceFile, sample].join(' ')),
    );
  });
}

/** Sets the theme for any customer, also before the login: stored state for the first paint, the skin call afterwards. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((name) => {
    // A frame of another site has no storage.
    if (window.top !== window) return;
    const stored = JSON.parse(localStorage.getItem('root') ?? '{"state":{},"version":3}');
    stored.state.theme = name;
    localStorage.setItem('root', JSON.stringify(stored));
  }, theme);
  await page.route('**/api/user/tag/info*', (route) =>
    route.fulfill({ json: { code: 200, message: 'ok', data: { groupTagType: 'APP_SKIN', tag: theme } } }),
  );
}

/** Waits until chunks, skeletons, requests and animations have finished. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible();
  if (!framed.has(page)) await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // Infinite animations are ignored.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
}
