// Covers prices of sites in the operator's console: a rise is shown in money before it is proposed, refused without its notice,
// announced once another person has approved it, and read by its customers in the app.
import { Api } from '../api.ts';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand, sharedProductUrl } from '../shared-product.ts';
import { customers } from '../test.ts';

const site = '乐山二期';

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a rise is shown in money, approved by another person, and notified to the customers', async ({
  page,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.main);
  await logIn(page, 'operations');
  await open(page, '机房与合约');
  await expect(page).toHaveURL(/\/sites$/);
  await expect(page.getByRole('row').filter({ hasText: site })).toContainText('0.045');
  await expectReadable(page);
  await page.getByRole('link', { name: site }).click();
  await expect(page.getByRole('row').filter({ hasText: '0.045' })).toContainText('在用');
  await expectReadable(page);

  await page.getByLabel('新电价 USDT/度').fill('0.0512');
  await page.getByLabel('从哪一天起').fill(dayAhead(1));
  await page.getByRole('button', { name: '看看影响' }).click();
  await expect(page.getByRole('alert')).toContainText('涨价要提前 3 个整天公布');
  await expectReadable(page);

  await page.getByLabel('从哪一天起').fill(dayAhead(10));
  await page.getByRole('button', { name: '看看影响' }).click();
  const dialog = page.getByRole('dialog', { name: '提出新电价' });
  await expect(dialog).toContainText('0.045 → 0.0512');
  await expect(dialog).toContainText(/复核通过时收到通知[1-9]\d* 位客户/);
  await expectReadable(page, '.ant-modal');
  await dialog.getByLabel('原因（记入审计日志）').fill('枯水期');
  await dialog.getByRole('button', { name: '提交，等另一人复核' }).click();
  const done = page.getByText(/已提议，编号 \d+，等另一人复核/);
  await expect(done).toBeVisible();
  const id = /编号 (\d+)/.exec((await done.textContent()) ?? '')?.[1] ?? '';
  await expect(page.getByRole('row').filter({ hasText: '0.0512' })).toHaveCount(0);

  await runCommand('ops', 'approve', '--id', id, '--by', 'approver');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '0.0512' })).toContainText('已公布');
  await expectReadable(page);
  const notified = await api.get<object>('/api/user/message/page', {});
  expect(JSON.stringify(notified)).toContain('0.0512');
  await request.dispose();
});

test('an auditor reads the prices and sets none', async ({ page }) => {
  await logIn(page, 'auditor');
  await page.goto('/sites');
  await page.getByRole('link', { name: site }).click();
  await expect(page.getByText('由运维或财务提出。')).toBeVisible();
  await expect(page.getByRole('button', { name: '看看影响' })).toHaveCount(0);
});
