import { test as base, expect, type Page } from '@playwright/test';
import { findingsOf } from './accessibility.ts';
import { sharedConsoleUrl } from './shared-product.ts';
import { watchPolicy } from './test.ts';

export { expect };

export const staffPassword = 'Lode@Console1';
const desk = { width: 1280, height: 800 };

/** The console on a desk, as `sharedProduct` serves it. */
export const test = base.extend<{ faults: string[] }>({
  baseURL: async ({}, use) => use(sharedConsoleUrl()),
  isMobile: false,
  hasTouch: false,
  viewport: desk,
  deviceScaleFactor: 1,
  /** What the page or its policy complains of: nothing may be left at the end. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await watchPolicy(page, faults);
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export async function logIn(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('姓名').fill(name);
  await page.getByLabel('密码').fill(staffPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible();
}

/** By the menu. The keys have a test of their own, and wait too short a time for a busy machine. */
export async function open(page: Page, entry: string): Promise<void> {
  await page.getByRole('menuitem', { name: entry }).click();
}

/** axe finds nothing in either appearance, and nothing overflows. Under a dialog the page is dimmed: `part` is then the dialog. */
export async function expectReadable(page: Page, part = 'body'): Promise<void> {
  await expect(page.locator('h1, h2').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The appearance is drawn anew in the frame after the change.
    await page.evaluate(
      () =>
        new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))),
    );
    // Colours alone differ in the dark.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
    // A busy browser draws what React has changed some frames later: what is looked at is the page at rest.
    await expect(async () =>
      expect(await findingsOf(page, { part, rules }), `${page.url()} ${colorScheme}`).toEqual([]),
    ).toPass({ timeout: 30_000 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
}
