// Covers a deposit on the chain: its confirmations on screen, and the credit.
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { RechargePage } from '../pages/recharge-page.ts';
import { customers, expect, test } from '../test.ts';

const account = customers.vip;

test('a deposit of USDT confirms on the screen and is credited [area:wallet] [route:recharge] [call:GET /api/user/wallet/deposit/page]', async ({
  page,
  request,
}) => {
  test.setTimeout(480_000);
  const api = await Api.logIn(request, account);
  const balance = async () => {
    const { accounts } = await api.get<{ accounts: { account: string; total: string }[] }>('/api/user/wallet', {});
    return Number(accounts.find((one) => one.account === 'ELE_ACCOUNT')?.total);
  };
  await logIn(page, account);
  const recharge = new RechargePage(page);
  await recharge.open('USDT');
  await expect(page.getByRole('img', { name: /^0x[0-9a-fA-F]{40}$/ })).toBeVisible();
  const before = await balance();

  await recharge.faucet.click();
  await expect(page.getByText('测试币已发出')).toBeVisible();
  await expect(recharge.newest).toContainText('+500.00 USDT');
  await expect(recharge.newest).toContainText(/确认中 \d+\/30/);
  await expect(recharge.newest).toContainText('已到账', { timeout: 240_000 });
  expect(await balance()).toBeGreaterThan(before);

  await page.goto('/bill');
  await expect(page.getByRole('link', { name: /电费充值.*500/ }).first()).toBeVisible();
});
