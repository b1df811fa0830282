// Covers the spec's sizes and times as the browser computes them. Each is measured again with an altered style sheet, to
// prove that the measurement detects a difference.
import type { Page } from '@playwright/test';
import { LoginPage, logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

// A worker would serve its own style sheets instead of the altered ones.
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')));

/** The page's styles as served, until `bend` alters a value. */
async function serve(page: Page): Promise<{ bend: (css: string) => string }> {
  const styles = { bend: (css: string) => css };
  await page.route('**/css/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: styles.bend(await response.text()) });
  });
  return styles;
}

/** Root font sizes by viewport width, and the width of a box of 750 design pixels. */
async function measureRoot(page: Page): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  await page.goto('/login');
  await waitUntilIdle(page);
  const root = () => page.evaluate(() => Number(getComputedStyle(document.documentElement).fontSize.replace('px', '')));
  for (const width of [320, 430, 768, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
    sizes[width] = Math.round((await root()) * 100) / 100;
  }
  sizes.design = await page.evaluate(() => {
    const box = document.createElement('div');
    box.style.width = 'calc(750 * var(--px))';
    document.body.append(box);
    const { offsetWidth } = box;
    box.remove();
    return offsetWidth;
  });
  return sizes;
}

/** An overlong toast: its visible lines, and the time until it appears. */
async function measureToast(page: Page): Promise<{ lines: number; isCut: boolean; appears: number }> {
  const message = '字'.repeat(400);
  await page.route('**/api/user/login*', (route) => route.fulfill({ json: { code: 59_999, message, data: null } }));
  const login = new LoginPage(page);
  await login.open();
  await waitUntilIdle(page);
  // Inside the page, so that the round trip is not measured.
  const measured = page.evaluate(
    (text) =>
      new Promise<{ lines: number; isCut: boolean; appears: number }>((resolve) => {
        const look = () => {
          const all = [...document.querySelectorAll<HTMLElement>('[role=status] span')];
          const words = all.find((each) => each.textContent === text);
          if (!words) return;
          observer.disconnect();
          const [animation] = words.parentElement?.getAnimations() ?? [];
          resolve({
            lines: Math.round(words.clientHeight / Number(getComputedStyle(words).lineHeight.replace('px', ''))),
            isCut: words.scrollHeight > words.clientHeight,
            appears: Number(animation?.effect?.getComputedTiming().duration),
          });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    message,
  );
  await login.logIn(customers.main);
  const toast = await measured;
  return toast;
}

/** A dialog's width, and the duration of its animations. */
async function measureDialog(page: Page): Promise<{ width: number; moves: number[] }> {
  await logIn(page, customers.main);
  await page.goto('/mine');
  await page.getByRole('button', { name: '退出登录' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog.evaluate((panel) => ({
    width: (panel as HTMLElement).offsetWidth,
    moves: [panel, panel.parentElement as Element].flatMap((each) =>
      each.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration)),
    ),
  }));
}

test('the root is 20 px at 375, and 750 design pixels fill the width [constant:design-width]', async ({ page }) => {
  const styles = await serve(page);
  expect(await measureRoot(page)).toEqual({ '320': 20, '375': 20, '430': 22.93, '768': 24, design: 375 });
  styles.bend = (css) => css.replace(/clamp\(20px,[^,]*,40px\)/, 'clamp(10px,5vw,40px)');
  expect(await measureRoot(page)).toMatchObject({ '320': 16, '375': 18.75, '430': 21.5, design: 352 });
});

test('a toast shows four lines [constant:toast-duration]', async ({ page }) => {
  const styles = await serve(page);
  expect(await measureToast(page)).toEqual({ lines: 4, isCut: true, appears: 300 });
  styles.bend = (css) => css.replaceAll('line-clamp:4', 'line-clamp:6').replaceAll('--dur:.3s', '--dur:.9s');
  expect(await measureToast(page)).toMatchObject({ lines: 6, appears: 900 });
});

test('a dialog is 600 design pixels wide and animates for 300 ms [constant:modal-width] [constant:dialog-animation]', async ({
  page,
}) => {
  const styles = await serve(page);
  expect(await measureDialog(page)).toEqual({ width: 300, moves: [300, 300] });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  styles.bend = (css) => css.replace('var(--width,600)', '500').replaceAll('--dur:.3s', '--dur:.9s');
  expect(await measureDialog(page)).toEqual({ width: 250, moves: [900, 900] });
});
