// Covers the operator's console in a browser: a customer's question becomes an answer in the app, passkeys log in, nothing breaks the
// page's policy, and every page is read by a screen reader in both appearances.
import { maskAccount } from '@lode/contract';
import { Api } from '../api.ts';
import { codeOfApp } from '../authenticator-app.ts';
import { expect, expectReadable, logIn, staffPassword, test } from '../console-test.ts';
import { runCommand, sharedProductUrl } from '../shared-product.ts';
import { customers } from '../test.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';

test('a question is found, answered by keyboard, and read by its customer', async ({ page, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.almostOut);
  const text = `什么时候维护？${Date.now()}`;
  const { data } = await api.post('/api/user/support/open', { of: 'GENERAL', text });
  const { id } = data as { id: string };

  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await expectReadable(page);
  await logIn(page, 'support');
  await expect(page.getByRole('button', { name: `${maskAccount(customers.almostOut)} · 一般咨询` })).toBeVisible();
  await expectReadable(page);
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.getByRole('cell', { name: maskAccount(customers.almostOut) })).toBeVisible();
  await expectReadable(page);
  await page.goto(`/support/${id}`);
  await expect(page.getByText(text)).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.type('本周没有维护。');
  await expectReadable(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已回复')).toBeVisible();

  const { messages } = await api.get<{ messages: { by: string; text: string }[] }>('/api/user/support/thread', { id });
  expect(messages.map(({ by, text: said }) => [by, said])).toEqual([
    ['CUSTOMER', text],
    ['STAFF', '本周没有维护。'],
  ]);
  await request.dispose();
});

test('a role sees what it may do, and an ended session shows nothing more', async ({ page, context }) => {
  await logIn(page, 'auditor');
  await page.goto('/?view=all');
  const first = page.getByRole('table').getByRole('button').first();
  await expect(first).toBeVisible();
  // By kind, each with how many; one kind alone keeps its own.
  const groups = page.getByRole('table').getByRole('rowheader');
  const kind = (await groups.first().innerText()).replace(/\d+\+?$/, '').trim();
  await expect(page.getByRole('columnheader', { name: '折合 USDT' })).toBeVisible();
  await page.getByRole('group', { name: '类别' }).getByRole('button', { name: kind }).click();
  await expect(groups).toHaveCount(1);
  await expect(groups).toHaveText(new RegExp(`^${kind}\\d+\\+?$`));
  await expectReadable(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/?view=all');
  await expect(first).toBeVisible();
  await expectReadable(page);
  // Of all that it reads nothing waits for it.
  await page.goto('/');
  await expect(page.getByText('没有等您处理的事')).toBeVisible();
  await page.goto('/support?view=all');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('由客服回复。')).toBeVisible();
  await expect(page.getByLabel('回复')).toHaveCount(0);

  await context.clearCookies();
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(page).toHaveURL(/\/login\?to=%2Fsupport%2F/);
  await expect(page.getByText(/138000/)).toHaveCount(0);
});

test('a passkey is added on the own page and logs in by itself', async ({ page }) => {
  await addAuthenticator(page);
  await logIn(page, 'operations');
  await page.goto('/account');
  await expectReadable(page);
  const form = page.getByRole('region', { name: '通行密钥' });
  await form.getByLabel('名称').fill('办公室的电脑');
  await form.getByLabel('当前密码').fill(staffPassword);
  await form.getByRole('button', { name: '添加通行密钥' }).click();
  await expect(page.getByText('通行密钥已添加')).toBeVisible();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('cell', { name: '通行密钥' })).toBeVisible();
});

test('a new member chooses a password before anything else, sets up an app and logs in with its code', async ({
  page,
}) => {
  const name = `new${Date.now()}`;
  const own = 'Quiet-Harbour-2026';
  const twoPeople = ['--by', 'admin', '--approved-by', 'approver', '--reason', 'joined'];
  const added = await runCommand('ops', 'staff:add', '--name', name, '--role', 'SUPPORT', ...twoPeople);
  const first = /first password of \S+ is (\S+):/.exec(added)?.[1] ?? '';

  const fill = async (password: string) => {
    await page.getByLabel('姓名').fill(name);
    await page.getByLabel('密码').fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
  };
  await page.goto('/customers');
  await fill(first);
  await expect(page.getByRole('heading', { name: '先换成自己的密码' })).toBeVisible();
  await expectReadable(page);
  await page.getByLabel('当前密码').fill(first);
  await page.getByLabel('新密码', { exact: true }).fill(own);
  await page.getByLabel('再输一次').fill(own);
  await page.getByRole('button', { name: '更换密码' }).click();
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible();

  await page.goto('/account');
  const app = page.getByRole('region', { name: '验证器' });
  await app.getByLabel('当前密码').fill(own);
  await app.getByRole('button', { name: '设置验证器' }).click();
  const secret = (await app.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? '';
  await expectReadable(page);
  // A code is good once: that of the step before is left for the login.
  await app.getByLabel('验证器里的 6 位动态码').fill(codeOfApp(secret.replaceAll(' ', ''), -1));
  await app.getByRole('button', { name: /确\s*认/ }).click();
  await expect(page.getByText('验证器已设置')).toBeVisible();

  await page.getByRole('button', { name: '退出登录' }).click();
  await fill(own);
  await expectReadable(page);
  await page.getByLabel('动态码').fill(codeOfApp(secret.replaceAll(' ', '')));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('cell', { name: '密码与验证器' })).toBeVisible();
});

test('the state of the system is read by keyboard at both widths, and leads to where something is done', async ({
  page,
}) => {
  await logIn(page, 'admin');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/health$/);
  const table = page.getByRole('table', { name: '健康' });
  // What the product really does: its worker holds its lock, its books were checked, and no job was given up.
  await expect(table.getByRole('row', { name: /^正常 后台进程 .*1 个/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /数据库连接 .*< \d+/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /采矿日结 .*\d{4}-\d{2}-\d{2}/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /任务失败/ })).toHaveCount(0);
  await expectReadable(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expectReadable(page);
  await table
    .getByRole('row', { name: /采矿日结/ })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/days/);
  await page.goto('/runbooks/hot-wallet-is-short');
  await expectReadable(page);
  await page.goto('/proposals/new?action=staff:role');
  await expect(page.getByText('一个人不能改自己的角色。')).toBeVisible();
  await expectReadable(page);
});
