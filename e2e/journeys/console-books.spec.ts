// Covers the books in a browser: a trial balance that is even, the way from an account to its transfers, from a transfer to its cause, the four
// columns of a date, the ledger beside chain and pools, and that every page is read by a screen reader in both appearances.
import { readFile } from 'node:fs/promises';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';

test('a transfer is found from its account, opened with its lines, and leads to its cause', async ({ page }) => {
  await logIn(page, 'auditor');
  await open(page, '账本');
  await expect(page).toHaveURL(/\/ledger$/);
  const pane = page.getByRole('region', { name: '试算平衡' });
  await expect(pane.getByText('平', { exact: true })).toBeVisible();
  const ledger = page.getByRole('table', { name: '流水' });
  await expect(ledger.getByRole('row').nth(1)).toBeVisible();
  await expectReadable(page);

  await page.goto('/ledger?account=MINING_RECEIVABLE&coin=BTC&kind=machine-output');
  await expect(ledger.getByRole('row', { name: /日产出/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  const entries = page.getByRole('table', { name: '分录' });
  await expect(entries.getByRole('row', { name: /应收矿池 ?MINING_RECEIVABLE 公司 日产出 BTC/ }).first()).toBeVisible();
  await expect(
    entries.getByRole('row', { name: /产出账户 ?OUTPUT_ACCOUNT .*矿机 .* 日产出 BTC/ }).first(),
  ).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: /打开起因/ }).click();
  await expect(page).toHaveURL(/\/days\?date=/);
  await page.goBack();
  await expect(entries).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entries).toHaveCount(0);
});

test('transfers of a customer are listed without its account in the address', async ({ page }) => {
  await logIn(page, 'finance');
  await page.goto('/ledger');
  const account = page.getByRole('searchbox', { name: '客户账号' });
  await account.fill('13800000001');
  await account.press('Enter');
  await expect(page).toHaveURL(/customer=\d+/);
  expect(page.url()).not.toContain('13800000001');
  await expect(page.getByRole('table', { name: '流水' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: '清除条件' }).click();
  await expect(page).toHaveURL(/\/ledger$/);
});

test('a date has its four columns, and leads to what moved it', async ({ page }) => {
  await logIn(page, 'auditor');
  await page.goto('/ledger/trial-balance');
  const table = page.getByRole('table', { name: '试算平衡' });
  await expect(table.getByRole('row', { name: /^产出账户 ?OUTPUT_ACCOUNT/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^合计 0\.00000000/ })).toBeVisible();
  await expectReadable(page);
  const date = page.getByLabel('业务日');
  const today = await date.inputValue();
  await page.getByRole('heading', { name: '账本' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(date).not.toHaveValue(today);
  const before = await date.inputValue();
  await table.getByRole('link', { name: '应收矿池' }).click();
  await expect(page).toHaveURL(new RegExp(`/ledger\\?coin=BTC&account=MINING_RECEIVABLE&from=${before}&to=${before}`));
  await expect(
    page
      .getByRole('table', { name: '流水' })
      .getByRole('row', { name: /日产出/ })
      .first(),
  ).toBeVisible();
});

test('a month is made for the accountant and saved', async ({ page }) => {
  await logIn(page, 'finance');
  await page.goto('/ledger/month');
  await page.getByRole('button', { name: '生成月报' }).click();
  await expect(page.getByRole('table', { name: '月报' }).getByRole('row', { name: /^BTC .* 平/ })).toBeVisible();
  await expectReadable(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 试算平衡（CSV）' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^lode-trial-balance-\d{4}-\d{2}\.csv$/);
  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 全部（XLSX）' }).click();
  const saved = await workbook;
  expect(saved.suggestedFilename()).toMatch(/^lode-books-\d{4}-\d{2}\.xlsx$/);
  // A zip begins so: the bytes came through whole, not as a text.
  expect((await readFile(await saved.path())).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'));
});

test('the ledger stands beside the chain and the pools', async ({ page }) => {
  await logIn(page, 'auditor');
  await page.goto('/ledger/reconciliation');
  const table = page.getByRole('table', { name: '核对' });
  await expect(table.getByRole('row', { name: /^应收矿池/ }).first()).toBeVisible();
  await expect(table.getByText('没有原因，须查')).toHaveCount(0);
  await expect(table.getByText('与来源对不上，须查')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '待解释的来源' })).toBeVisible();
  await expectReadable(page);
});
