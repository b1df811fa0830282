// Covers the operator's days in a browser: the calendar and its keys, a close that is ordered and watched, the network day with its
// evidence, and that every page is read by a screen reader in both appearances.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';

test('a day is found, with its tie-out, its seal and its network day', async ({ page }) => {
  await logIn(page, 'auditor');
  await open(page, '日结');
  await expect(page).toHaveURL(/\/days/);
  const closed = page.getByRole('button', { name: /已封存/ });
  const date = /^.* 日/.exec((await closed.last().textContent()) ?? '')?.[0] ?? 'none';
  await closed.last().click();
  await expect(page.getByRole('heading', { name: date })).toBeVisible();
  const tieOut = page.getByRole('table', { name: '对账' });
  await expect(tieOut.getByRole('row', { name: /产出 BTC .* 0 平/ })).toBeVisible();
  await expect(tieOut.getByText('不平')).toHaveCount(0);
  await expectReadable(page);

  await page.getByRole('link', { name: '看网络日' }).click();
  await expect(page).toHaveURL(/\/network-day\/BTC\//);
  await expect(page.getByRole('table', { name: '难度段' })).toBeVisible();
  await expectReadable(page);
  await page.keyboard.press('d');
  await expect(tieOut).toBeVisible();
  const chosen = new URL(page.url()).searchParams.get('date');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).not.toBe(chosen);
  await page.getByTitle('COIN UP').click();
  await expect(page).toHaveURL(/kind=coin-up/);
  await expectReadable(page);
});

test('a check is ordered, done by the worker, and says what it found', async ({ page }) => {
  await logIn(page, 'finance');
  await open(page, '日结');
  // Which day is next depends on the hour: a day is closed in the afternoon of the one after.
  await page.getByRole('button', { name: /^看 \d+ 月 \d+ 日$/ }).click();
  await expect(page.getByRole('button', { name: /预检/ })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByLabel('原因（记入审计日志）')).toBeFocused();
  await page.getByLabel('原因（记入审计日志）').fill('交班前看一眼');
  await expectReadable(page);
  await page.getByRole('button', { name: '开始预检' }).click();
  const orders = page.getByRole('table', { name: '手工执行记录' });
  await expect(orders.getByRole('row', { name: /预检 finance/ })).toBeVisible();
  await expect(orders.getByRole('row', { name: /预检 finance .*(没有阻碍|有发现)/ }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expectReadable(page);
  // Today is not over at any hour: refused in words, and nothing is ordered.
  await page.goto(`/days?date=${new Date().toISOString().slice(0, 10)}`);
  await expect(page.getByRole('button', { name: /开始日结/ })).toBeVisible();
  await page.keyboard.press('r');
  await page.getByLabel('原因（记入审计日志）').fill('试一次');
  await page.getByRole('dialog').getByRole('button', { name: '开始日结' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
});
