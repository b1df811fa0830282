// Covers the reset of a locked funds password by a code, and the risk disclosure.
import { Api } from '../api.ts';
import { FundsPasswordPage } from '../pages/funds-password-page.ts';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

// This customer has no money, so the security hold affects no other journey.
const account = customers.empty;
const newPassword = '975310';

test('five wrong attempts lock the funds password, a code sets a new one [area:funds-password] [route:fundPWA] [call:POST /api/user/wallet/set-password]', async ({
  page,
  request,
}) => {
  const api = await Api.logIn(request, account);
  const check = (password: string) => api.post('/api/user/wallet/check-password', { password, purpose: 'COIN_UP' });
  for (const remaining of [4, 3, 2, 1, 0]) {
    expect(await check('000000')).toMatchObject({ code: 30001, data: { remaining } });
  }
  expect(await check(newPassword)).toMatchObject({ code: 30003 });

  await logIn(page, account);
  const funds = new FundsPasswordPage(page);
  await funds.openFromMine();
  await expect(page.getByText(/提现会暂停至少 24 小时/)).toBeVisible();
  const code = await funds.receiveCode(account);
  await funds.fill(code, newPassword, '975311');
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();

  const sent = page.waitForRequest('**/api/user/wallet/set-password*');
  await funds.fill(code, newPassword);
  await funds.save();
  expect(new URL((await sent).url()).searchParams.get('password')).toBe(newPassword);
  await page.waitForURL('**/mine');
  await expect(page.getByRole('link', { name: '资金密码 已设置' })).toBeVisible();
  await waitUntilIdle(page);
  expect(await check(newPassword)).toMatchObject({ code: 200, data: { expiresIn: 120 } });

  const kept = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.location.href,
  );
  expect(kept).not.toContain(newPassword);
});

test('a wrong code is shown at its field and changes nothing [code:20002]', async ({ page }) => {
  await logIn(page, customers.vip);
  const funds = new FundsPasswordPage(page);
  await funds.openFromMine();
  await funds.fill('000000', newPassword);
  await funds.save();
  await expect(page.getByRole('alert')).toHaveText('验证码错误或已过期');
  await expect(page).toHaveURL(/fundPWA/);
});

test('the risk disclosure is readable without a login and linked from 我的 [route:user_sm]', async ({ page }) => {
  await page.goto('/user_sm');
  await expect(page.getByRole('heading', { name: '一、价格风险' })).toBeVisible();
  await logIn(page, customers.empty);
  await page.getByRole('navigation').getByRole('link', { name: '我的' }).click();
  await page.getByRole('link', { name: '风险声明' }).click();
  await expect(page.getByText('您已确认本声明')).toBeVisible();
});
