// Covers the main journey on the built product: log in, find a machine, recompute its output, stop and start it, check
// electricity, log out.
import { ElectricityPage } from '../pages/electricity-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { MachinesPage } from '../pages/machine-page.ts';
import { OutputsPage } from '../pages/outputs-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const machineNo = 'LS2-03-0101';

test('log in, home, machine, outputs, 复算, 关机, 开机, electricity, log out [route:login] [route:index] [route:devices] [route:devices_detail] [route:outputs] [route:electric_record] [route:mine] [area:home] [area:devices] [area:electricity] [role:customer]', async ({
  page,
}) => {
  const login = new LoginPage(page);
  await login.open();
  await login.logIn(customers.main);
  await page.waitForURL('**/index');
  await expect(page).toHaveTitle('首页');
  await waitUntilIdle(page);
  await expect(page.getByText('总资产折合（USDT）')).toBeVisible();
  await expect(page.getByText('演示数据')).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  await page.waitForURL('**/devices/index');
  const machine = await new MachinesPage(page).openMachine(machineNo);
  await machine.expectStatus('运行中');

  await machine.openOutputs();
  await new OutputsPage(page).recomputeFirst();

  await page.getByRole('button', { name: '返回' }).click();
  await machine.turn('关机');
  await machine.expectStatus('已关机');
  await machine.turn('开机');
  await machine.expectStatus('运行中');

  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('navigation').getByRole('link', { name: '我的' }).click();
  await page.getByRole('link', { name: '电费明细' }).click();
  await new ElectricityPage(page).openCharge(machineNo);
  await expect(page.getByText('80.64 kWh × 0.045')).toBeVisible();

  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login*');
  await expect(login.submit).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}').state?.token ?? null)).toBeNull();
});
