// Covers empty states, offline screens, and the return of the network.
import { logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

test('every list shows a new customer the next step', async ({ page }) => {
  await logIn(page, customers.empty);
  await waitUntilIdle(page);
  await expect(page.getByText('欢迎使用矿脉')).toBeVisible();
  await page.goto('/devices');
  await expect(page.getByText('还没有矿机')).toBeVisible();
  await page.goto('/outputs');
  await expect(page.getByText('还没有产出')).toBeVisible();
  await page.goto('/electric_record');
  await waitUntilIdle(page);
  await expect(page.getByText('还没有').first()).toBeVisible();
});

test('old data stays with its time while offline, and refreshes afterwards [error:network]', async ({
  page,
  context,
  browserErrors,
}) => {
  await logIn(page, customers.main);
  await waitUntilIdle(page);
  // The page's chunk and what it imports are prefetched in an idle moment: this is about its data.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"], link[rel="stylesheet"]');
    return (
      loaded.some((name) => name.includes('/devices-page-')) && [...links].every(({ href }) => loaded.includes(href))
    );
  });
  await context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  await expect(page.getByText(/网络/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '重试' }).first()).toBeVisible();
  // The page refetches when the network returns.
  await context.setOffline(false);
  await expect(page.getByText('LS2-03-0101').first()).toBeVisible();
  expect(browserErrors.splice(0).every((text) => /ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(text))).toBe(true);
});

test('the eye hides every amount, also after a reload', async ({ page }) => {
  await logIn(page, customers.main);
  await waitUntilIdle(page);
  await page.getByRole('button', { name: '隐藏' }).click();
  await expect(page.getByRole('img', { name: '金额已隐藏' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: '金额已隐藏' }).first()).toBeVisible();
  await page.getByRole('button', { name: '显示', exact: true }).click();
  await expect(page.getByRole('img', { name: '金额已隐藏' })).toHaveCount(0);
});
