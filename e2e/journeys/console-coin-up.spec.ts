// Covers COIN UP in the console: the fund is paid by two people, a rate is costed before it is proposed, positions and interest are
// found by keyboard.
import type { Data } from '@lode/contract';
import type { Page } from '@playwright/test';
import { Api } from '../api.ts';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand, sharedProductUrl } from '../shared-product.ts';
import { customers } from '../test.ts';

/** Proposes what the dialog shows, and has a second person approve it. */
async function agreed(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^原因/).fill('年底调整');
  await dialog.getByRole('button', { name: '提交复核' }).click();
  const said = page.getByText(/已提议，编号 \d+/).last();
  const id = /\d+/.exec((await said.textContent()) ?? '')?.[0] ?? '';
  await runCommand('ops', 'approve', '--id', id, '--by', 'approver');
  await page.reload();
}

test('the fund is paid in by two people', async ({ page }) => {
  await logIn(page, 'finance');
  await open(page, 'COIN UP');
  const row = page.getByRole('table', { name: '利息基金' }).getByRole('row', { name: /USDT/ });
  await expect(row).toContainText('申购开放');
  await expectReadable(page);
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('数量').fill('0');
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog.getByText('请填写大于 0 的数量')).toBeVisible();
  await dialog.getByLabel('数量').fill('999999999999');
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectReadable(page, '.ant-modal');
  await dialog.getByLabel('数量').fill('0.01');
  await dialog.getByRole('button', { name: '核对' }).click();
  await dialog.getByLabel(/^原因/).fill('年底备付');
  await expectReadable(page, '.ant-modal');
  await dialog.getByRole('button', { name: '提交复核' }).click();
  const id = /\d+/.exec((await page.getByText(/已提议，编号 \d+/).textContent()) ?? '')?.[0] ?? '';
  expect(await runCommand('ops', 'approve', '--id', id, '--by', 'approver')).toContain('paid in: 0.01');
});

test('a rate is costed before it is proposed, and who saves is found by keyboard', async ({ page }) => {
  await logIn(page, 'admin');
  await open(page, 'COIN UP');
  await expect(page.getByRole('table', { name: '费率版本' }).getByRole('row', { name: /USDT.*现行/ })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('年化（%）').fill('101');
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog.getByText('请填写 0 到 100 的年化')).toBeVisible();
  await dialog.getByLabel('年化（%）').fill('1.75');
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog).toContainText('首次按新费率付');
  await expectReadable(page, '.ant-modal');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press('2');
  await expect(page).toHaveURL(/view=POSITIONS/);
  await expect(page.getByRole('table', { name: '持仓' }).getByRole('row')).not.toHaveCount(1);
  await expectReadable(page);
  await page.keyboard.press('3');
  await expect(page.getByRole('table', { name: '利息记录' }).getByRole('row', { name: /已付/ }).first()).toBeVisible();
  await expectReadable(page);
});

test('customers meet the new minimum, and a product that is closed and opened again', async ({ page, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.main);
  const offered = async () => {
    const terms = await api.get<Data<'apy'>>('/api/setting/detail/apy');
    return [terms.isEnableFunction, terms.btcMinimumValue];
  };
  const [, before] = await offered();
  await logIn(page, 'admin');
  await open(page, 'COIN UP');
  await page.getByRole('row', { name: /^BTC/ }).getByRole('button', { name: '改起购' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('数量 BTC').fill('0');
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog.getByText('请填写大于 0 的数量')).toBeVisible();
  await dialog.getByLabel('数量 BTC').fill('0.00500000');
  await dialog.getByRole('button', { name: '核对' }).click();
  await expectReadable(page, '.ant-modal');
  await agreed(page);
  expect(await offered()).toEqual([true, '0.00500000']);
  await page.getByRole('button', { name: '关闭申购' }).click();
  await expectReadable(page, '.ant-modal');
  await agreed(page);
  expect(await offered()).toEqual([false, '0.00500000']);
  await page.getByRole('button', { name: '开放申购' }).click();
  await agreed(page);
  const restored = ['--coin', 'BTC', '--amount', String(before), '--reason', 'as before'];
  await runCommand('ops', 'coin-up:minimum', ...restored, '--by', 'admin', '--approved-by', 'approver');
  expect(await offered()).toEqual([true, before]);
  await request.dispose();
});
