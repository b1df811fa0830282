// Covers settings and the audit log in the console: a change is read, proposed, approved by another person, and stands in the log.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand } from '../shared-product.ts';

test('a setting is changed by two people, and the log says who, why and from where', async ({ page }) => {
  await logIn(page, 'admin');
  await open(page, '参数设置');
  await page.getByRole('link', { name: 'COIN UP 最低转入 · USDT' }).click();
  await expect(page.getByRole('heading', { name: 'COIN UP 最低转入 · USDT' })).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: '修改' }).click();
  await page.getByLabel('新的值').fill('0');
  await page.getByRole('button', { name: '核对内容' }).click();
  await expect(page.getByRole('dialog').getByText(/大于零/)).toBeVisible();
  await page.getByRole('button', { name: '改一改' }).click();
  await expect(page.getByLabel('新的值')).toHaveValue('0');
  await page.getByLabel('新的值').fill('101.000000');
  await page.getByRole('button', { name: '核对内容' }).click();
  await expect(page.getByText(/由 100 USDT 改为 101 USDT/)).toBeVisible();
  await page.getByLabel('原因（记入审计日志）').fill('年底调整');
  await expectReadable(page);
  await page.getByRole('button', { name: '提交复核' }).click();
  const said = await page.getByText(/已提议，编号 \d+/).textContent();
  const id = /\d+/.exec(said ?? '')?.[0] ?? '';

  await page.goto(`/proposals/${id}`);
  await expect(page.getByText(/批准后立即由 100 USDT 改为 101 USDT/)).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: /^(参数|新的值|提议时的依据)$/ })).toHaveCount(3);
  await expectReadable(page);

  await runCommand('ops', 'approve', '--id', id, '--by', 'approver');
  await page.goto('/settings/one?key=coin-up.min.USDT');
  await expect(page.getByRole('row', { name: /生效中.*101 USDT.*admin.*年底调整/ })).toBeVisible();

  await page.goto(`/audit?subject=${encodeURIComponent(`proposal ${id}`)}`);
  await expect(page.getByRole('row', { name: /admin.*proposal:new.*年底调整/ })).toHaveCount(1);
  await expectReadable(page);
  await page.getByRole('button', { name: 'proposal:new' }).click();
  await expect(page.getByRole('dialog')).toContainText('操作参数设置');
});

test('a role that may not read the log has no way to it', async ({ page }) => {
  await logIn(page, 'support');
  await expect(page.getByRole('menuitem', { name: '参数设置' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '审计日志' })).toHaveCount(0);
});
