// Covers the browser's back and forward: scroll position, filters and focus of each page.
import type { Page } from '@playwright/test';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.className);
/** The browser's button, not the app's. */
const back = (page: Page) => page.evaluate(() => window.history.back());
const forward = (page: Page) => page.evaluate(() => window.history.forward());

test('home, list, detail, back, back, forward: position and filter are kept [router:history]', async ({ page }) => {
  await logIn(page, customers.main);
  await waitUntilIdle(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));

  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  await expect(page).toHaveURL(/\/devices\/index$/);
  await waitUntilIdle(page);
  // A slow answer: until it comes, the list before stays and says that it is busy.
  const busy = page.locator('section[aria-busy=true]').waitFor();
  await page.route('**/machine/pow/page*status=RUNNING*', async (route) => {
    await busy;
    await route.continue();
  });
  await page
    .getByRole('group', { name: '按状态筛选' })
    .getByRole('button', { name: /运行中/ })
    .click();
  await expect(page).toHaveURL(/\?status=RUNNING$/);
  await waitUntilIdle(page);
  const cards = page.getByRole('link').filter({ hasText: /TH\/s/ });
  const count = await cards.count();
  expect(count).toBeGreaterThan(3);
  const last = cards.nth(count - 1);
  const machine = page.getByRole('region', { name: '矿机详情' });
  await last.scrollIntoViewIfNeeded();
  const position = await scrollOf(page);
  expect(position).toBeGreaterThan(300);

  await last.click();
  await expect(machine).toBeVisible();
  await waitUntilIdle(page);
  expect(await scrollOf(page)).toBe(0);
  // Focus is on the new page.
  await expect.poll(() => focusOf(page)).toBe('stage');

  await back(page);
  await expect(page).toHaveURL(/\/devices\/index\?status=RUNNING$/);
  await waitUntilIdle(page);
  await expect.poll(() => scrollOf(page)).toBe(position);
  expect(await cards.count()).toBe(count);
  await expect(page.getByRole('button', { name: /运行中/, pressed: true })).toBeVisible();
  await expect.poll(() => focusOf(page)).toBe('stage');

  // The filter replaced the unfiltered entry: one entry back is home.
  await back(page);
  await expect(page).toHaveURL(/\/index$/);
  await expect(page.getByText('总资产折合（USDT）')).toBeVisible();
  await waitUntilIdle(page);

  await forward(page);
  await expect(page).toHaveURL(/\/devices\/index\?status=RUNNING$/);
  await waitUntilIdle(page);
  await expect.poll(() => scrollOf(page)).toBe(position);
  await forward(page);
  await expect(machine).toBeVisible();
  expect(loads).toEqual([]);
});

test('a list of several pages keeps its position [router:history]', async ({ page }) => {
  await logIn(page, customers.main);
  await page.goto('/electric_record?type=ELE_CONSUME_USDT');
  await waitUntilIdle(page);
  const days = page.getByRole('button', { name: /^电费 · \d+ 台/ });
  await expect(days.first()).toBeVisible();
  const first = await days.count();
  for (let count = first; count < first + 12; count = await days.count()) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => days.count()).toBeGreaterThan(count);
  }
  await waitUntilIdle(page);
  await days.nth(first + 5).scrollIntoViewIfNeeded();
  const [position, count] = [await scrollOf(page), await days.count()];
  expect(position).toBeGreaterThan(600);

  await page.getByRole('link', { name: '支付方式' }).click();
  await expect(page).toHaveURL(/electric_pay_mode/);
  await waitUntilIdle(page);
  await back(page);
  await expect(page).toHaveURL(/electric_record\?type=ELE_CONSUME_USDT$/);
  await waitUntilIdle(page);
  await expect.poll(() => scrollOf(page)).toBe(position);
  expect(await days.count()).toBe(count);
});

test('a closed dialog returns the focus to its opener', async ({ page }) => {
  await logIn(page, customers.main);
  await page.goto('/mine');
  await waitUntilIdle(page);
  const opener = page.getByRole('button', { name: '退出登录' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('back closes a dialog first, and leaves the page next [router:history]', async ({ page }) => {
  await logIn(page, customers.main);
  await waitUntilIdle(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.getByRole('navigation').getByRole('link', { name: '我的' }).click();
  await expect(page).toHaveURL(/\/mine$/);
  await waitUntilIdle(page);
  const opener = page.getByRole('button', { name: '退出登录' });
  await opener.scrollIntoViewIfNeeded();
  const position = await scrollOf(page);
  for (const time of [1, 2]) {
    await opener.click();
    const pressedAt = await page.evaluate(() => performance.now());
    await expect(page.getByRole('dialog'), `time ${time}`).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog'), `time ${time}`).toHaveCount(0);
    await expect(page).toHaveURL(/\/mine$/);
    await expect(opener).toBeFocused();
    expect(await scrollOf(page)).toBe(position);
    // A button drops what follows within 800 ms.
    await page.waitForFunction((at) => performance.now() - at > 800, pressedAt);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/index$/);
  await expect(page.getByText('总资产折合（USDT）')).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/\/mine$/);
  await expect(opener).toBeVisible();
  expect(loads).toEqual([]);
});
