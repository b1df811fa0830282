// Covers a password change, which ends every other session of the account.
import type { APIRequestContext, Page } from '@playwright/test';
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, test, password as usual, waitUntilIdle } from '../test.ts';

const account = customers.vip;
const another = 'Vein@2027-ore';

async function logInElsewhere(request: APIRequestContext, password: string) {
  const answer = await request.post('/api/user/login', {
    params: { account, password },
    headers: { deviceId: 'other-phone' },
  });
  return (await answer.json()) as { code: number; data: { accessToken: string } };
}

async function change(page: Page, old: string, password: string): Promise<void> {
  await page.goto('/password_edit');
  await waitUntilIdle(page);
  await page.getByLabel('原密码', { exact: true }).fill(old);
  await page.getByLabel('新密码', { exact: true }).fill(password);
  await page.getByLabel('再次输入新密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '保存' }).click();
}

test('a changed password keeps this session, ends the others, and is the only one that logs in [route:password_edit] [call:POST /api/user/update-password]', async ({
  page,
  request,
}) => {
  const other = (await logInElsewhere(request, usual)).data.accessToken;
  await logIn(page, account);
  await change(page, 'Wrong@2026', another);
  await expect(page.getByText('原密码错误')).toBeVisible();

  await change(page, usual, another);
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible();
  const asOther = await request.get('/api/user/info', { headers: { accessToken: other, deviceId: 'other-phone' } });
  expect((await asOther.json()).code).toBe(10111);
  expect((await logInElsewhere(request, usual)).code).toBe(20001);
  expect((await logInElsewhere(request, another)).code).toBe(200);
  await page.goto('/mine');
  await expect(page.getByText('138****02').first()).toBeVisible();

  // Other journeys use the original password.
  await change(page, another, usual);
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible();
  Api.forget(account);
});
