// Covers the console's search and customers in a browser: from a phone number's end to the page of its customer, each part by its
// key, what a list's address keeps, and every page read by a screen reader in both appearances.
import { readFile } from 'node:fs/promises';
import { Api } from '../api.ts';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { sharedProductUrl } from '../shared-product.ts';
import { customers } from '../test.ts';

test('the end of a phone number leads to the customer, by keyboard alone, and each key to a part of the page', async ({
  page,
}) => {
  await logIn(page, 'auditor');
  await page.keyboard.press('/');
  const box = page.getByRole('dialog', { name: '搜索' });
  await expect(box.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(customers.main.slice(-6));
  await page.keyboard.press('Enter');
  const hit = box.getByRole('link').first();
  await expect(hit).toContainText(`${customers.main.slice(0, 3)}****${customers.main.slice(9)}`);
  await expectReadable(page, '[role=dialog]');
  await page.keyboard.press('ArrowDown');
  await expect(hit).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/customers\/\d+$/);
  await expect(page.getByText(customers.main, { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: '账户' })).toBeVisible();
  await expectReadable(page);
});

test('each key of a customer’s page leads to its part', async ({ page }) => {
  test.setTimeout(240_000);
  await logIn(page, 'auditor');
  await page.keyboard.press('/');
  await page.keyboard.type(customers.main);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '搜索' }).getByRole('link').first().click();
  await expect(page.getByRole('table', { name: '账户' })).toBeVisible();
  for (const [key, table] of [
    ['2', '矿机'],
    ['3', '流水'],
    ['4', '提现'],
    ['5', '充值'],
    ['8', '消息'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('table', { name: table, exact: true })).toBeVisible();
    await expectReadable(page);
  }
  for (const [key, part] of [
    ['6', '限制'],
    ['7', '会话'],
    ['9', '客服'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('link', { name: part }).and(page.locator('[aria-current=page]'))).toBeVisible();
    await expectReadable(page);
  }
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/customers\/\d+$/);
});

test('a withdrawal is found by its number, a machine by its beginning, and what is nothing says how to type', async ({
  page,
}) => {
  await logIn(page, 'support');
  const search = async (text: string) => {
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await search(customers.main);
  await page.getByRole('dialog').getByRole('link').first().click();
  await expect(page.getByRole('table', { name: '账户' })).toBeVisible();
  await page.keyboard.press('4');
  const number = page.getByText(/^W\d{8}-/).first();
  const typed = (await number.textContent()) ?? '';
  await search(typed.toLowerCase());
  await expect(page.getByRole('region', { name: '提现' }).getByRole('link')).toContainText(typed);
  await page.keyboard.press('Escape');
  await search('unknown@example.com');
  await expect(page.getByText('没有找到')).toBeVisible();
  await expectReadable(page, '[role=dialog]');
});

test('the list keeps its view in the address', async ({ page }) => {
  await logIn(page, 'finance');
  await open(page, '客户');
  await expect(page.getByRole('heading', { name: '客户', level: 1 })).toBeVisible();
  const rows = page.getByRole('table', { name: '客户' }).locator('tbody tr');
  // The demo's five, and who was imported before.
  await expect(rows.nth(4)).toBeVisible();
  await expect(page.getByText(customers.main)).toHaveCount(0);
  await expectReadable(page);

  await page.getByLabel('标签').fill('vip');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tag=vip/);
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.goto('/customers?tag=none');
  await expect(page.getByRole('heading', { name: '没有这样的客户' })).toBeVisible();
  await expectReadable(page);

  await page.goto('/customers?state=OWING');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByText('欠电费或托管费')).toBeVisible();
});

test('support sees what the customer sees, after a reason, and can do nothing there', async ({ page, playwright }) => {
  test.setTimeout(180_000);
  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.main);
  await logIn(page, 'support');
  await page.keyboard.press('/');
  await page.keyboard.type(customers.main);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '搜索' }).getByRole('link').first().click();
  await page.getByRole('link', { name: '客户所见' }).click();
  await expect(page).toHaveURL(/\/customers\/\d+\/view$/);
  await expectReadable(page);
  await page.getByRole('button', { name: '查看客户所见' }).click();
  await expect(page.getByText('请写明原因')).toBeVisible();
  await page.getByLabel('原因（记入审计日志）').fill('客户来电询问余额');
  await page.keyboard.press('Enter');

  const phone = page.getByRole('region', { name: '客户手机上的内容' });
  const home = await api.get<{ assetsInfo: { totalUsdt: string }; mining: { machineCount: number } }>(
    '/api/index/info',
    {},
  );
  const [whole = ''] = home.assetsInfo.totalUsdt.split('.');
  await expect(phone).toContainText(whole.replace(/\B(?=(\d{3})+$)/g, ','));
  await expect(phone).toContainText(`/ ${home.mining.machineCount} 台`);
  await expect(phone).toContainText(`${customers.main.slice(0, 3)}****${customers.main.slice(-2)}`);
  await expect(page.getByText(customers.main)).toHaveCount(0);
  await expectReadable(page);
  for (const part of ['资产明细', '账单', '矿机', '提现记录']) {
    await page.getByRole('navigation', { name: '客户的页面' }).getByRole('link', { name: part }).click();
    await expect(phone.locator('section, ul').first()).toBeVisible();
    await expectReadable(page);
  }
  await page.reload();
  await expect(page.getByRole('button', { name: '查看客户所见' })).toBeVisible();
  await request.dispose();
});

test('one customer is created by a form, and chooses the first password alone', async ({ page }) => {
  await logIn(page, 'support');
  await page.goto('/customers');
  await page.getByRole('button', { name: '新建客户' }).click();
  const dialog = page.getByRole('dialog', { name: '新建客户' });
  await expectReadable(page, '[role=dialog]');
  await dialog.getByLabel(/登录账号/).fill(customers.main);
  await dialog.getByLabel('原因（记入审计日志）').fill('签约');
  await dialog.getByRole('button', { name: '新建客户' }).click();
  await expect(dialog.getByRole('alert')).toContainText(`另一位客户的登录账号是 ${customers.main}`);
  await dialog.getByLabel(/登录账号/).fill('13866660001');
  await dialog.getByLabel('名称（可不填）').fill('何小满');
  await dialog.getByRole('button', { name: '新建客户' }).click();
  await expect(page).toHaveURL(/\/customers\/\d+$/);
  await expect(page.getByText('还没有设密码')).toBeVisible();
  await expect(page.getByText('support 新建')).toBeVisible();
  await expectReadable(page);
});

test('a list is taken out as a file for a reason, while another page is looked at', async ({ page }) => {
  await logIn(page, 'finance');
  for (const [path, list, title] of [
    ['/customers?sort=OLDEST', '客户', '账号'],
    ['/machines', '矿机', '机型'],
    ['/withdrawals?view=ALL', '提现', '收款地址'],
    ['/deposits', '充值', 'txid'],
    ['/ledger', '账本', '业务日'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `导出${list}` });
    await dialog.getByRole('button', { name: '导出为 CSV' }).click();
    await expect(dialog.getByText('请写明原因')).toBeVisible();
    await dialog.getByLabel('原因').fill('季度核对');
    if (path === '/deposits') await expectReadable(page, '[role=dialog]');
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '导出为 CSV' }).click();
    await open(page, '健康');
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^${list}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
    const rows = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toContain(title);
    expect(rows.length).toBeGreaterThan(2);
    const status = page.getByRole('status', { name: '导出' });
    await expect(status).toContainText(`条`);
    await expect(status).toContainText(saved.suggestedFilename());
    await status.getByRole('button', { name: '关闭' }).click();
    await expect(status).toHaveText('');
  }
});

test('support, who takes no list out, is offered none', async ({ page }) => {
  await logIn(page, 'support');
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: '客户' })).toBeVisible();
  await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0);
});
