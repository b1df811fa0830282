// Covers imports in the console: a file is chosen, its wrong lines are named, and the mended one comes in once.
import type { Page } from '@playwright/test';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';

const choose = (page: Page, text: string) =>
  page.getByLabel('CSV 文件').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('customers come in from a file that was mended first', async ({ page }) => {
  const account = `139${String(Date.now()).slice(-8)}`;
  await logIn(page, 'support');
  await open(page, '客户');
  await page.getByRole('link', { name: '导入' }).click();
  await expect(page.getByRole('heading', { name: '导入客户' })).toBeVisible();
  await choose(page, `account,nickname,tags\n${account},新客户,\n12,x,`);
  await expect(page.getByRole('table', { name: '不对' }).getByRole('row', { name: /^3 / })).toBeVisible();
  await expect(page.getByRole('button', { name: /^导入 / })).toHaveCount(0);
  await expectReadable(page);
  await choose(page, `account,nickname,tags\n${account},新客户,`);
  await page.getByRole('button', { name: '导入 1 行' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^原因/).fill('新签合同');
  await expectReadable(page, '.ant-modal');
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await expect(page.getByText('已导入 1 行')).toBeVisible();
  await expect(page.getByRole('row', { name: /新客户/ }).first()).toBeVisible();
});

test('a network day that is missing leads to its import, which brings it in once', async ({ page, faults }) => {
  const date = new Date(Date.UTC(2015, 8, 1) + (Date.now() % 1200) * 86_400_000).toISOString().slice(0, 10);
  const header = 'date,blocks,difficulty,subsidySum,feeSum';
  await logIn(page, 'operations');
  await page.goto(`/network-day/ETH/${date}`);
  await page.getByRole('link', { name: '导入网络日' }).click();
  // The browser writes down the answer that there is no such day.
  expect(faults.splice(0)).toEqual([expect.stringContaining('404')]);
  await expect(page.getByRole('heading', { name: '导入网络日' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'ETH' })).toBeChecked();
  await choose(page, `${header}\n${date},6400,2000000000000,13000,100000`);
  await expect(page.getByRole('row', { name: /^2 手续费合计（feeSum）.*超过补贴合计/ })).toBeVisible();
  const day = `${header}\n${date},6400,2000000000000,13000,100`;
  await choose(page, day);
  await expect(page.getByRole('table', { name: '将导入的内容' }).getByRole('row', { name: date })).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: '导入 1 行' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^原因/).fill('与另一处核对过');
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await expect(page.getByText('已导入 1 行')).toBeVisible();
  await page.goto(`/network-day/ETH/${date}`);
  await expect(page.getByText('6400', { exact: true })).toBeVisible();
  await page.goto('/imports?kind=NETWORK_DAYS&coin=ETH');
  await choose(page, day);
  await expect(page.getByText('没有新的行，不需要导入。')).toBeVisible();
});
