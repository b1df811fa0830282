// Covers every screen: no accessibility finding in either theme, light or dark; no overflow on a narrow phone, with a larger font
// or in landscape; no policy violation. SCREENS=1 also photographs them, each theme from a load of its own; `npm run screens` selects size, font, appearance and content.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findingsOf } from './accessibility.ts';
import { Api } from './api.ts';
import { showExtremes } from './extreme-content.ts';
import { logIn } from './pages/login-page.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { sharedProductUrl } from './shared-product.ts';
import { expect, setTheme, suppressNotices, type Theme, test, waitUntilIdle } from './test.ts';

// No screen changes any data, so any worker may take any of them.
test.describe.configure({ mode: 'parallel' });

const {
  SCREENS_SIZE: size = '375x812',
  SCREENS_CONTENT: content = 'normal',
  SCREENS_APPEARANCE: appearance = 'light',
  SCREENS_FONT: font = '1',
} = process.env;
const [width = 375, height = 812] = size.split('x').map(Number);
const fontFactor = Number(font);
const variant = [size, content, appearance, ...(fontFactor === 1 ? [] : [`font-${font}`])].join('.');
test.use({
  // Each screen says which of them it shows.
  notices: true,
  colorScheme: appearance === 'dark' ? 'dark' : 'light',
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width, height },
});
const pictures = fileURLToPath(
  new URL(variant === '375x812.normal.light' ? '../docs/screens/' : `../.cache/screens/${variant}/`, import.meta.url),
);

/** Where nothing may be wider than the page; the factor is that of the root font. */
const narrowest = [
  { width: 320, height: 640, factor: 1 },
  { width: 320, height: 640, factor: 1.3 },
  { width: 812, height: 375, factor: 1 },
];

/** What else a loaded page is seen in. Colours alone differ, so contrast alone is checked again. */
const otherColours = [
  { theme: 'default', appearance: 'dark' },
  { theme: 'vip', appearance: 'light' },
] as const;

const themesOf = ({ differsInVip }: Screen): readonly Theme[] =>
  process.env.SCREENS || differsInVip ? ['default', 'vip'] : ['default'];

/** One session per customer; each screen opens in its own page. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

async function sessionOf(browser: Browser, account: string) {
  const known = sessions.get(account);
  if (known) return known;
  const context = await browser.newContext({ baseURL: sharedProductUrl() });
  await suppressNotices(context, 'forced', 'popups');
  await logIn(await context.newPage(), account);
  const state = await context.storageState();
  sessions.set(account, state);
  await context.close();
  return state;
}

for (const screen of screens.filter(({ needsRealData }) => content === 'normal' || !needsRealData)) {
  for (const theme of themesOf(screen)) {
    test.describe(`${screen.name} in ${theme}`, () => {
      const { account } = screen;
      test.use({
        storageState: async ({ browser }, use) => use(account === null ? undefined : await sessionOf(browser, account)),
      });

      test('has no accessibility finding and fits every width', async ({ page, context }) => {
        if (content === 'extreme') await showExtremes(context);
        // After the extremes, so that an empty list stays empty.
        await suppressNotices(context, ...(['forced', 'popups'] as const).filter((kind) => kind !== screen.shows));
        await withoutIdleTimes(page);
        await setTheme(page, theme);
        if (screen.hasNoWorker)
          await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
        await page.goto(await pathOf(screen, context));
        await waitUntilIdle(page);
        if (fontFactor !== 1) await scaleFont(page, fontFactor);
        await screen.before?.(page);
        await waitUntilIdle(page);
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.getByText('加载失败')).toHaveCount(0);
        // Some screens load the page again.
        if (fontFactor !== 1) await scaleFont(page, fontFactor);
        if (process.env.SCREENS) await photograph(page, `${screen.name.replaceAll('_', '-')}.${theme}.png`);

        expect.soft(await findingsOf(page)).toEqual([]);
        if (theme === 'default' && !process.env.SCREENS) {
          for (const colours of otherColours) {
            await showIn(page, colours);
            const found = await findingsOf(page, { rules: ['color-contrast'] });
            expect.soft(found, JSON.stringify(colours)).toEqual([]);
          }
        }

        for (const { width, height, factor } of narrowest) {
          await page.setViewportSize({ width, height });
          await scaleFont(page, factor);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect.soft(overflow, `px wider than ${width}, font × ${factor}`).toBeLessThanOrEqual(0);
        }
      });
    });
  }
}

/** In them the app fetches all its other pages and a worker, which do not change what is on the screen. */
async function withoutIdleTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

/** As the app shows a theme, and the start script an appearance. */
async function showIn(page: Page, { theme, appearance }: (typeof otherColours)[number]): Promise<void> {
  await page.evaluate((to) => Object.assign(document.documentElement.dataset, to), { theme, appearance });
  await waitUntilIdle(page);
}

/** What a customer who enlarges the text sees: the design's root font, times a factor. */
async function scaleFont(page: Page, factor: number): Promise<void> {
  await page.evaluate((by) => {
    const { style } = document.documentElement;
    style.fontSize = '';
    if (by !== 1) style.fontSize = `${Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * by}px`;
  }, factor);
}

/** A sprite that has not come leaves every icon empty, and nothing else shows it. */
async function waitForIcons(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<SVGUseElement>('svg use')].every(
      (icon) => !icon.checkVisibility() || icon.getBBox().width + icon.getBBox().height > 0,
    ),
  );
}

/** As tall as the content, at most two phones, so that fixed bars stay at the bottom edge. */
async function photograph(page: Page, file: string): Promise<void> {
  await waitForIcons(page);
  const drawn = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(drawn, height), 2 * height) });
  await page.screenshot({ path: pictures + file, scale: 'css' });
  await page.setViewportSize({ width, height });
}

async function pathOf({ path, account }: Screen, context: BrowserContext): Promise<string> {
  if (typeof path === 'string') return path;
  return path(await Api.logIn(context.request, account ?? ''));
}
