// Covers automatic approval in the console: bounds are tried, proposed, tried again by who approves them, and switched off by one person.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';

test('bounds are tried before they change, by two people, and one person ends them', async ({ page, browser }) => {
  await logIn(page, 'admin');
  await open(page, '提现');
  await page.getByRole('link', { name: '自动批准' }).click();
  const usdt = page.getByRole('row', { name: /^USDT/ });
  await expect(usdt).toContainText('关闭：每笔都由两人决定');
  await page.goto('/withdrawals/auto-approval?coin=USDT');
  await page.getByLabel('单笔上限').fill('none');
  await page.getByRole('button', { name: '试算' }).click();
  await expect(page.getByText('填一个金额，例如 0.01')).toHaveCount(3);
  await expectReadable(page);
  for (const [label, value] of [
    ['单笔上限', '20'],
    ['每客户每日', '10'],
    ['全部每日', '30'],
    // Longer than the demo has lived: it approves nothing while other journeys run.
    ['地址认识的天数', '365'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: '试算' }).click();
  await expect(page.getByRole('alert')).toContainText('每客户每日上限低于单笔上限');
  await page.getByLabel('每客户每日').fill('20');
  await page.getByRole('button', { name: '试算' }).click();
  await expect(page.getByRole('heading', { name: /试算结果/ })).toBeVisible();
  await expect(page.getByText(/仍由人工：地址还不认识 \d+ 笔/)).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: '提议这组上限' }).click();
  await page.getByLabel('原因（记入审计日志）').fill('小额先放行');
  await expectReadable(page, '.ant-modal');
  await page.getByRole('dialog').getByRole('button', { name: '提议这组上限' }).click();
  const said = await page.getByText(/已提议，编号 \d+/).textContent();
  const id = /\d+/.exec(said ?? '')?.[0] ?? '';

  const second = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await logIn(second, 'approver');
  await second.goto(`/proposals/${id}`);
  await second.getByRole('link', { name: '试算这组上限' }).click();
  await expect(second.getByRole('heading', { name: /试算结果/ })).toBeVisible();
  await expect(second.getByText('上限由管理员提议、复核通过。')).toBeVisible();
  await second.goBack();
  await second.getByRole('button', { name: '批准并立即生效' }).click();
  await second.getByRole('dialog').getByRole('button', { name: '批准并立即生效' }).click();
  await expect(second.getByRole('alert')).toContainText('USDT 的自动批准已开启');
  await second.goto('/withdrawals/auto-approval');
  await expect(second.getByRole('row', { name: /^USDT 开启/ })).toContainText('365 天');
  await second.getByRole('button', { name: '立即关闭' }).click();
  await second.getByLabel('原因（记入审计日志）').fill('试过了');
  await second.getByRole('dialog').getByRole('button', { name: '立即关闭' }).click();
  await expect(second.getByRole('row', { name: /^USDT/ })).toContainText('关闭：每笔都由两人决定');
  await second.context().close();
});
