// Proves that the browser's own 后退 and 前进 walk through the app as through any site: each page where it was left, with what was
// chosen on it, and the focus on the page that comes.
import type { Page } from '@playwright/test';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, settled, test } from '../test.ts';

const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.className);
/** The button of the browser, not of the app. */
const back = (page: Page) => page.evaluate(() => window.history.back());
const forward = (page: Page) => page.evaluate(() => window.history.forward());

test('home, list, detail, back, back, forward: position and filter are kept [router:history]', async ({ page }) => {
  await logIn(page, customers.main);
  await settled(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));

  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  await expect(page).toHaveURL(/\/devices\/index$/);
  await page
    .getByRole('group', { name: '按状态筛选' })
    .getByRole('button', { name: /运行中/ })
    .click();
  await expect(page).toHaveURL(/\?status=RUNNING$/);
  await settled(page);
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
  await settled(page);
  expect(await scrollOf(page)).toBe(0);
  // Screen reader and keyboard focus are on the new page, not where the old link stood.
  await expect.poll(() => focusOf(page)).toBe('stage');

  await back(page);
  await expect(page).toHaveURL(/\/devices\/index\?status=RUNNING$/);
  await settled(page);
  await expect.poll(() => scrollOf(page)).toBe(position);
  expect(await cards.count()).toBe(count);
  await expect(page.getByRole('button', { name: /运行中/, pressed: true })).toBeVisible();
  await expect.poll(() => focusOf(page)).toBe('stage');

  // The filter took the place of the list without one: one step back is home.
  await back(page);
  await expect(page).toHaveURL(/\/index$/);
  await expect(page.getByText('总资产折合（USDT）')).toBeVisible();
  await settled(page);

  await forward(page);
  await expect(page).toHaveURL(/\/devices\/index\?status=RUNNING$/);
  await settled(page);
  await expect.poll(() => scrollOf(page)).toBe(position);
  await forward(page);
  await expect(machine).toBeVisible();
  expect(loads).toEqual([]);
});

test('a list that was filled page after page stands where it was left [router:history]', async ({ page }) => {
  await logIn(page, customers.main);
  await page.goto('/electric_record?type=ELE_CONSUME_USDT');
  await settled(page);
  const days = page.getByRole('button', { name: /^电费 · \d+ 台/ });
  await expect(days.first()).toBeVisible();
  const first = await days.count();
  for (let count = first; count < first + 12; count = await days.count()) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => days.count()).toBeGreaterThan(count);
  }
  await settled(page);
  await days.nth(first + 5).scrollIntoViewIfNeeded();
  const [position, count] = [await scrollOf(page), await days.count()];
  expect(position).toBeGreaterThan(600);

  await page.getByRole('link', { name: '支付方式' }).click();
  await expect(page).toHaveURL(/electric_pay_mode/);
  await settled(page);
  await back(page);
  await expect(page).toHaveURL(/electric_record\?type=ELE_CONSUME_USDT$/);
  await settled(page);
  await expect.poll(() => scrollOf(page)).toBe(position);
  expect(await days.count()).toBe(count);
});

test('a dialog gives the focus back to what opened it', async ({ page }) => {
  await logIn(page, customers.main);
  await page.goto('/mine');
  await settled(page);
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
