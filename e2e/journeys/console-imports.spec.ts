// Covers imports in the console: a file is chosen, its wrong lines are named, and the mended one comes in once.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';

test('customers come in from a file that was mended first', async ({ page }) => {
  const account = `139${String(Date.now()).slice(-8)}`;
  const choose = (text: string) =>
    page.getByLabel('CSV 文件').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await logIn(page, 'support');
  await open(page, '客户');
  await page.getByRole('link', { name: '导入' }).click();
  await expect(page.getByRole('heading', { name: '导入客户' })).toBeVisible();
  await choose(`account,nickname,tags\n${account},新客户,\n12,x,`);
  await expect(page.getByRole('table', { name: '不对' }).getByRole('row', { name: /^3 / })).toBeVisible();
  await expect(page.getByRole('button', { name: /^导入 / })).toHaveCount(0);
  await expectReadable(page);
  await choose(`account,nickname,tags\n${account},新客户,`);
  await page.getByRole('button', { name: '导入 1 行' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^原因/).fill('新签合同');
  await expectReadable(page, '.ant-modal');
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await expect(page.getByText('已导入 1 行')).toBeVisible();
  await expect(page.getByRole('row', { name: /新客户/ }).first()).toBeVisible();
});
