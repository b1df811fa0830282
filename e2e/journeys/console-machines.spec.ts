// Covers machines in the operator's console: found by filter and keyboard, moved together after the effect was said, read one by one,
// and an outage that waits for its second person.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { customers } from '../test.ts';

const machineNo = 'LS2-03-0104';

test('machines of a customer are found, and moved together and back', async ({ page }) => {
  await logIn(page, 'operations');
  await open(page, '矿机');
  await expect(page).toHaveURL(/\/machines$/);
  await page.getByLabel('客户的手机号或邮箱').fill(customers.main);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/machines\?customer=\d+$/);
  await expect(page.getByText(customers.main)).toHaveCount(0);

  const move = async (action: string, to: string) => {
    await page.getByRole('checkbox', { name: `选中 ${machineNo}` }).check();
    await page.getByRole('region', { name: '批量' }).getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog', { name: `1 台${action}` });
    await expect(dialog).toContainText('客户会在矿机的状态记录里读到您写的原因');
    if (action === '转维护') await expectReadable(page);
    await dialog.getByLabel('原因（记入审计日志）').fill('风扇检修');
    await dialog.getByRole('button', { name: `1 台${action}` }).click();
    await expect(page.getByText('已转 1 台')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: machineNo })).toContainText(to);
    await expect(page.getByText('已转 1 台')).toHaveCount(0);
  };
  await move('转维护', '维护中');
  await move('结束维护', '运行中');
});

test("a machine's page says what it is, did and earned", async ({ page }) => {
  await logIn(page, 'operations');
  await page.goto('/machines');
  await expectReadable(page);
  await page.getByRole('link', { name: machineNo }).click();
  await expect(page.getByRole('region', { name: '状态记录' })).toContainText('风扇检修');
  await expect(page.getByRole('region', { name: '最近的产出与电费' }).getByRole('row')).not.toHaveCount(1);
  await expectReadable(page);
});

test('an outage is read before it is proposed, and nothing changes by that', async ({ page }) => {
  await logIn(page, 'operations');
  await page.goto('/machines/outages');
  await page.getByRole('button', { name: '补记停机' }).click();
  const dialog = page.getByRole('dialog', { name: '补记停机' });
  await dialog.getByLabel('站点').click();
  await page.locator('.ant-select-item-option').first().click();
  const local = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16);
  await dialog.getByLabel(/从什么时候起/).fill(local(Date.now() - 4 * 60_000));
  await dialog.getByLabel(/到什么时候/).fill(local(Date.now() - 2 * 60_000));
  await expectReadable(page);
  await dialog.getByRole('button', { name: '看结果' }).click();
  await expect(dialog).toContainText('改记为维护中');
  await expectReadable(page);
  await dialog.getByRole('button', { name: /取\s*消/ }).click();
  await expect(page.getByRole('heading', { name: '没有停机记录' })).toBeVisible();
  await expectReadable(page);
});

test('who may not move machines selects none', async ({ page }) => {
  await logIn(page, 'auditor');
  await page.goto('/machines?status=RUNNING');
  await expect(page.getByRole('link', { name: machineNo })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
