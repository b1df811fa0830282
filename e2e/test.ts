import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

/** The demo's customers, by what is special about them. */
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
  /** The forced notices and popups of the home page come. Journeys about anything else do without: they would meet them at every start. */
  notices: boolean;
}

interface Fixtures {
  /** What the browser complained about; anything here at the end fails the test. A test that provokes a complaint takes it out. */
  complaints: string[];
}

/** Every journey fails on an error in the page, on a refused resource and on anything that the content policy blocked. */
export const test = base.extend<Fixtures & Options>({
  notices: [false, { option: true }],
  context: async ({ context, notices }, use) => {
    if (!notices) await leaveOut(context, 'forced', 'popups');
    await use(context);
  },
  // The port is chosen when the product starts, after the configuration was read.
  baseURL: async ({}, use) => use(process.env.E2E_BASE_URL),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(message.text())) {
          complaints.push(`console: ${message.text()}`);
        }
      });
      await watchPolicy(page, complaints);
      await use(complaints);
      expect(complaints, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});

const lists = { forced: 'force_notify/list', popups: 'notice/list' } as const;

/** The home page gets none of these. The only place that knows how. */
export async function leaveOut(context: BrowserContext, ...kinds: (keyof typeof lists)[]): Promise<void> {
  for (const kind of kinds) {
    await context.route(`**/api/${lists[kind]}*`, (route) =>
      route.fulfill({ json: { code: 200, message: 'ok', data: [] } }),
    );
  }
}

/** Hears from the browser itself of everything that the content policy blocks in this page. */
export async function watchPolicy(page: Page, complaints: string[]): Promise<void> {
  await page.exposeFunction('tellViolation', (text: string) => void complaints.push(`policy: ${text}`));
  await page.addInitScript(() => {
    const { tellViolation } = window as unknown as { tellViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      tellViolation([violatedDirective, blockedURI, sourceFile, sample].join(' ')),
    );
  });
}

/** Gives the page a theme for any customer, also before the login: the stored state paints first, the skin call confirms it. */
export async function wearTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((name) => {
    const stored = JSON.parse(localStorage.getItem('root') ?? '{"state":{},"version":3}');
    stored.state.theme = name;
    localStorage.setItem('root', JSON.stringify(stored));
  }, theme);
  await page.route('**/api/user/tag/info*', (route) =>
    route.fulfill({ json: { code: 200, message: 'ok', data: { groupTagType: 'APP_SKIN', tag: theme } } }),
  );
}

/** The page has drawn itself: no chunk, no skeleton and no request is outstanding, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // Some animations are endless; only finite ones are waited for.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
}
