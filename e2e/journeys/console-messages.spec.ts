// Covers messages to groups of customers in the console: counted, proposed, sent by a second person, read in the app, followed.
import { Api } from '../api.ts';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand, sharedProductUrl } from '../shared-product.ts';
import { customers } from '../test.ts';

test('a message to one customer is counted, sent by two people, and read in the app', async ({ page, playwright }) => {
  const text = `客服提醒 ${Date.now()}`;
  await logIn(page, 'support');
  await open(page, '群发消息');
  await expectReadable(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  // From 机房 to 客户.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
    await dialog.getByLabel('发给谁').press(key);
  await dialog.getByLabel('客户的手机号或邮箱').fill('13000000000');
  await dialog.getByLabel('内容').fill(text);
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog.getByRole('alert')).toContainText('没有账号为 13000000000 的客户');
  await expectReadable(page, '.ant-modal');
  await dialog.getByLabel('客户的手机号或邮箱').fill(customers.almostOut);
  await dialog.getByRole('button', { name: '核对' }).click();
  await expect(dialog).toContainText('立即发给 1 位客户');
  await dialog.getByLabel(/^原因/).fill('回访');
  await expectReadable(page, '.ant-modal');
  await dialog.getByRole('button', { name: '提交复核' }).click();
  const id = /\d+/.exec((await page.getByText(/已提议，编号 \d+/).textContent()) ?? '')?.[0] ?? '';
  await runCommand('ops', 'approve', '--id', id, '--by', 'approver');

  await page.reload();
  await page.getByRole('link', { name: text }).click();
  await expect(page.getByText('消息中心', { exact: true })).toBeVisible();
  await expectReadable(page);
  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.almostOut);
  const { records } = await api.get<{ records: { text: string }[] }>('/api/user/message/page', { kind: 'MAINTENANCE' });
  expect(records.map((one) => one.text)).toContain(text);
});
