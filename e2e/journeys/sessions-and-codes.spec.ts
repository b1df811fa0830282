// Covers one-time codes, the revocation of a session, and a password reset.
import type { APIRequestContext, Page } from '@playwright/test';
import { Api } from '../api.ts';
import { newestCode } from '../codes.ts';
import { LoginPage, logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const account = customers.vip;

async function askForCode(page: Page, request: APIRequestContext, scene: string): Promise<string> {
  const before = await newestCode(request, account, scene);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('验证码已发送').first()).toBeVisible();
  await expect.poll(() => newestCode(request, account, scene)).not.toBe(before);
  return (await newestCode(request, account, scene)) as string;
}

test('a code logs in once [call:POST /api/sms/send] [call:GET /api/user/info]', async ({ page, request }) => {
  const login = new LoginPage(page);
  await login.open();
  await page.getByRole('tab', { name: '验证码登录' }).click();
  await login.account.fill(account);
  const code = await askForCode(page, request, 'LOGIN');
  await page.getByLabel('验证码', { exact: true }).fill(code);
  const agreement = page.getByRole('checkbox');
  if ((await agreement.count()) > 0 && !(await agreement.isChecked())) await agreement.click();
  await login.submit.click();
  await page.waitForURL('**/index');
  await page.goto('/mine');
  await expect(page.getByText('138****02').first()).toBeVisible();

  const again = await request.post('/api/user/login', { params: { account, code } });
  expect(await again.json()).toMatchObject({ code: 20002, data: null });
});

test('a revoked session has to log in again [call:GET /api/user/session/list] [call:POST /api/user/session/revoke]', async ({
  page,
  request,
}) => {
  const answer = await request.post('/api/user/login', {
    params: { account, password: 'Lode@2026' },
    headers: { deviceId: 'old-phone' },
  });
  const { accessToken } = (await answer.json()).data;
  const asOldPhone = () => request.get('/api/user/info', { headers: { accessToken, deviceId: 'old-phone' } });
  expect((await (await asOldPhone()).json()).code).toBe(200);

  await logIn(page, account);
  await page.goto('/sessions');
  await waitUntilIdle(page);
  await expect(page.getByText('本机')).toHaveCount(1);
  // Newest first: the second entry is the phone.
  await page.getByRole('button', { name: '下线' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
  await expect(page.getByText('已下线').first()).toBeVisible();
  expect((await (await asOldPhone()).json()).code).toBe(10111);
});

test('下线其他设备 ends every other session [call:POST /api/user/session/revoke-all]', async ({ page, request }) => {
  const answer = await request.post('/api/user/login', {
    params: { account, password: 'Lode@2026' },
    headers: { deviceId: 'second-phone', 'user-agent': 'Mozilla/5.0 (Linux; Android 14; SM-S928B) Chrome/126.0.0.0' },
  });
  const { accessToken } = (await answer.json()).data;
  await logIn(page, account);
  await page.goto('/sessions');
  await waitUntilIdle(page);
  await expect(page.getByText('SM-S928B')).toBeVisible();
  await page.getByRole('button', { name: '下线其他设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下线其他设备' }).click();
  await expect(page.getByText(/^已下线 \d+ 台设备$/).first()).toBeVisible();
  const asSecondPhone = await request.get('/api/user/info', { headers: { accessToken, deviceId: 'second-phone' } });
  expect((await asSecondPhone.json()).code).toBe(10111);
  await expect(page.getByText('本机')).toHaveCount(1);
  Api.forget(account);
});

test('a forgotten password is reset with a code, and every other session ends [call:POST /api/user/set-password]', async ({
  page,
  request,
}) => {
  const other = await request.post('/api/user/login', { params: { account, password: 'Lode@2026' } });
  const { accessToken } = (await other.json()).data;
  await page.goto('/password_forget');
  await waitUntilIdle(page);
  await page.getByRole('textbox', { name: '手机号或邮箱' }).fill(account);
  const code = await askForCode(page, request, 'SET_PASSWORD');
  await page.getByLabel('验证码', { exact: true }).fill(code);
  await page.getByLabel('新密码', { exact: true }).fill('Lode@2026');
  await page.getByLabel('再次输入新密码', { exact: true }).fill('Lode@2026');
  await page.getByRole('button', { name: '保存' }).click();
  await page.waitForURL('**/login**');
  const info = await request.get('/api/user/info', { headers: { accessToken } });
  expect((await info.json()).code).toBe(10111);
  Api.forget(account);
});
