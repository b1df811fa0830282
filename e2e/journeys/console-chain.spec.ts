// Covers the operator's chain money in a browser: a deposit with what was checked of it, the wallets' levels, payments that are stuck,
// and a pool's payment with a shortfall that one person explains and another approves. Each page is read in both appearances.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand } from '../shared-product.ts';

/** The demo's nodes start by themselves, and its worker reads once a minute. */
const readMs = 180_000;

test('a deposit is found by its state and its txid, and shows what was checked of it', async ({ page }) => {
  test.setTimeout(2 * readMs);
  await logIn(page, 'auditor');
  await open(page, '充值');
  await expect(page).toHaveURL(/\/deposits$/);
  await page.getByText('已入账', { exact: true }).first().click();
  await expect(page).toHaveURL(/state=CREDITED/);
  const rows = page.getByRole('table', { name: '充值' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible({ timeout: readMs });
  await expectReadable(page);
  await rows.nth(1).getByRole('link').click();
  await expect(page.getByRole('region', { name: '系统核对' })).toContainText('由本平台的公钥推出');
  await expect(page.getByRole('complementary', { name: '客户' })).toContainText('客户的提现没有冻结');
  await expect(page.getByText('现在没有要人处理的。')).toBeVisible();
  await expectReadable(page);
  const facts = (await page.getByRole('region', { name: '经过' }).textContent()) ?? '';
  const txid = /txid((?:0x)?[0-9a-f]{64})/.exec(facts)?.[1] ?? 'none';

  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: /完整地址或 txid/ }).fill(txid);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/find=/);
  await expect(rows).toHaveCount(2);
  await page.getByText('待追回', { exact: true }).click();
  await expect(page.getByRole('heading', { name: '没有这样的充值' })).toBeVisible();
  await expectReadable(page);
});

test('levels are shown with their time, with the moves between the house’s own places', async ({ page }) => {
  test.setTimeout(2 * readMs);
  await logIn(page, 'finance');
  await open(page, '资金');
  const bitcoin = page.getByRole('region', { name: '热冷钱包' }).getByRole('row', { name: /BTC/ });
  await expect(bitcoin).toContainText('读于', { timeout: readMs });
  await expect(page.getByRole('region', { name: '自有资金' })).toContainText('USDT');
  await expect(page.getByRole('region', { name: '费用规则' })).toContainText('BITCOIN 未确认多久加价60 分');
  await expectReadable(page);
  await page.getByText(/^冷热调拨/).click();
  await page.getByText('全部', { exact: true }).click();
  await expect(page).toHaveURL(/list=COLD&view=ALL/);
  await expectReadable(page);
});

test('nothing is stuck, and the page says what would be', async ({ page }) => {
  await logIn(page, 'approver');
  await open(page, '卡住的付款');
  await expect(page.getByRole('heading', { name: '没有卡住的付款' })).toBeVisible();
  await expectReadable(page);
});

test('a shortfall of a pool’s payment is matched with its reason, and by two people', async ({ page }) => {
  await logIn(page, 'finance');
  await open(page, '矿池');
  await expect(page.getByRole('region', { name: '应收没有付的' })).toContainText('BTC');
  await expectReadable(page);
  await page.getByRole('button', { name: '匹配 BTC 付款' }).click();
  const dialog = page.getByRole('dialog', { name: '匹配矿池付款 · BTC' });
  const first = await dialog.getByLabel('第一个挖矿日').inputValue();
  await dialog.getByLabel('最后一个挖矿日').fill(first);
  await dialog.getByLabel('收到的金额').fill('0.00000001');
  await expectReadable(page, '[role=dialog]');
  await dialog.getByRole('button', { name: '看结果' }).click();
  // Less than expected, and no reason: refused in the command's own words.
  await expect(page.getByRole('alert')).toContainText('少付');
  await expectReadable(page, '[role=dialog]');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '匹配 BTC 付款' }).click();
  await dialog.getByLabel('最后一个挖矿日').fill(first);
  await dialog.getByLabel('收到的金额').fill('0.00000001');
  await dialog.getByLabel('差额的原因').fill('矿池停机，对账单 45');
  await dialog.getByRole('button', { name: '看结果' }).click();
  await expect(dialog).toContainText(/0\.00000001 BTC/);
  await expectReadable(page, '[role=dialog]');
  await dialog.getByLabel('原因（记入审计日志）').fill('对账单 45');
  await dialog.getByRole('button', { name: '提议匹配这笔付款' }).click();
  const done = page.getByText(/已提议，编号 \d+，等别人复核/);
  await expect(done).toBeVisible();
  const id = /编号 (\d+)/.exec((await done.textContent()) ?? '')?.[1] ?? '';

  await runCommand('ops', 'approve', '--id', id, '--by', 'approver');
  await page.reload();
  await page.getByText('有差额', { exact: true }).click();
  const payment = page.getByRole('table', { name: '付款' }).getByRole('row', { name: new RegExp(first) });
  await expect(payment).toContainText('矿池停机，对账单 45');
  await expect(payment).toContainText('少付');
  await expectReadable(page);
  await payment.getByRole('button', { name: '撤销匹配' }).click();
  await expect(page.getByRole('dialog')).toContainText('又算没有付');
  await expectReadable(page, '[role=dialog]');
});
