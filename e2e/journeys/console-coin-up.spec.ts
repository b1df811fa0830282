// Covers COIN UP in the console: the fund is paid by two people, a rate is costed before it is proposed, positions and interest are
// found by keyboard.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand } from '../shared-product.ts';

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
