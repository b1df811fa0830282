// Covers many machines at once: what it would cost or save is said before, and one tap turns them all off and on.
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, setTheme, test, waitUntilIdle } from '../test.ts';

const machineNos = ['LS2-03-0103', 'LS2-03-0104'];
test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });

test('two machines are turned off and on in one call each, with the summed effect said first', async ({
  page,
  request,
}) => {
  await setTheme(page, 'vip');
  await logIn(page, customers.main);
  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  const api = await Api.logIn(request, customers.main);
  const machines = (await api.machines()).filter(({ machineNo }) => machineNos.includes(machineNo));
  /** Millionths of a USDT, shown with all six decimals, or two where the others are zero. */
  const saved = machines.reduce((sum, { yesterdayFee }) => sum + BigInt(yesterdayFee.replace('.', '')), 0n);
  const digits = String(saved).padStart(7, '0');
  const shown = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/0{4}$/, '');
  let calls = 0;
  page.on('request', (call) => {
    if (call.url().includes('/machine/switch')) calls += 1;
  });

  const turn = async (action: '关机' | '开机', says: string) => {
    await page.getByRole('button', { name: '批量操作' }).click();
    for (const machineNo of machineNos) await page.getByRole('checkbox').filter({ hasText: machineNo }).click();
    await expect(page.getByText('已选 2 台')).toBeVisible();
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `确认${action} 2 台？` });
    await expect(dialog).toContainText(says);
    await dialog.getByRole('button', { name: `确认${action}` }).click();
    await expect(page.getByText(`已${action} 2 台`)).toBeVisible();
    await waitUntilIdle(page);
  };
  const statuses = async () =>
    (await api.machines()).filter(({ machineNo }) => machineNos.includes(machineNo)).map(({ status }) => status);

  await turn('关机', `每天少付电费${shown} USDT`);
  expect(await statuses()).toEqual(['SUSPEND', 'SUSPEND']);
  await turn('开机', '按运行时间计电费');
  expect(await statuses()).toEqual(['RUNNING', 'RUNNING']);
  expect(calls).toBe(2);
});
