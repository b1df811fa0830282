// Covers repair tickets in the operator's console: opened at a machine, with a note that the staff keeps and one that the customer reads in
// the message centre, given to a member, and done for good.
import { Api } from '../api.ts';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { sharedProductUrl } from '../shared-product.ts';
import { customers } from '../test.ts';

const machineNo = 'LS2-03-0102';

test('a repair is opened, followed, said to its customer in part, and done', async ({ page, playwright }) => {
  test.setTimeout(240_000);
  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.main);
  await logIn(page, 'operations');
  await page.goto('/repairs');
  await expect(page.getByRole('heading', { name: '没有未完成的工单' })).toBeVisible();
  await expectReadable(page);

  await open(page, '矿机');
  await page.getByRole('link', { name: machineNo }).click();
  const part = page.getByRole('region', { name: '维修工单' });
  await expect(part).toContainText('没有维修工单');
  await page.getByRole('button', { name: '开维修工单' }).click();
  const dialog = page.getByRole('dialog', { name: '开维修工单' });
  await dialog.getByLabel('问题（一句话）').fill('风扇异响');
  await expectReadable(page, '[role=dialog]');
  await dialog.getByRole('button', { name: '开工单' }).click();
  await expect(page).toHaveURL(/\/repairs\/\d+$/);
  await expect(page.getByText('还没有记录。')).toBeVisible();
  await expectReadable(page);

  await page.getByLabel('记录内容').fill('备件缺货，先借一台');
  await page.getByRole('button', { name: '记下' }).click();
  const notes = page.getByRole('region', { name: '记录' });
  await expect(notes.getByRole('listitem').filter({ hasText: '备件缺货' })).toContainText('内部');
  await page.getByRole('radio', { name: '客户可见' }).check();
  await expect(page.getByText('发出后不能改')).toBeVisible();
  await page.getByLabel('记录内容').fill('正在更换风扇，预计今天恢复');
  await page.getByRole('button', { name: '发给客户' }).click();
  await expect(notes.getByRole('listitem').filter({ hasText: '预计今天恢复' })).toContainText('客户可见');
  const said = JSON.stringify(await api.get<object>('/api/user/message/page', {}));
  expect(said).toContain(`矿机 ${machineNo} 维修进展：正在更换风扇，预计今天恢复`);
  expect(said).not.toContain('备件缺货');

  const act = async (name: string, reason: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    const box = page.getByRole('dialog', { name });
    await box.getByLabel('原因（记入审计日志）').fill(reason);
    await box.getByRole('button', { name, exact: true }).click();
    await expect(box).toHaveCount(0);
  };
  await act('由我负责', '今天值班');
  await act('改为处理中', '到场');
  await page.goto('/repairs?mine=1');
  await expect(page.getByRole('row').filter({ hasText: machineNo })).toContainText('处理中');
  await expectReadable(page);
  await page.keyboard.press('Enter');
  await act('改为已完成', '已换风扇');
  await expect(page.getByLabel('记录内容')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '由我负责' })).toHaveCount(0);
  await expectReadable(page);
  await request.dispose();
});
