// Covers machines in the operator's console: found by filter and keyboard, moved together after the effect was said, read one by one,
// and an outage that waits for its second person.
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import { runCommand } from '../shared-product.ts';
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
  // Where nothing moves, a list still opens at its field.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('combobox', { name: '机房' }).click();
  await page.getByTitle('乐山二期', { exact: true }).last().click({ timeout: 5000 });
  await expect(page).toHaveURL(/site=\d+/);
  await page.goto('/machines');
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
  await dialog.getByLabel('机房').click();
  await page.getByTitle('乐山二期', { exact: true }).last().click();
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

test('an outage over closed and open days is a credit, customer by customer, and is left whole', async ({ page }) => {
  await logIn(page, 'finance');
  await page.goto('/machines');
  await page.getByRole('link', { name: machineNo }).click();
  await page.getByRole('button', { name: '补记停机' }).click();
  const form = page.getByRole('dialog', { name: '补记停机' });
  const local = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16);
  await form.getByLabel(/从什么时候起/).fill(local(Date.now() - 40 * 3_600_000));
  await expectReadable(page, '[role=dialog]');
  await form.getByRole('button', { name: '看结果' }).click();
  const credit = page.getByRole('dialog', { name: '停机补偿' });
  await expect(credit).toContainText('1 位客户折合');
  await expect(credit).toContainText(`${customers.main.slice(0, 3)}****${customers.main.slice(-2)}：`);
  await expect(credit).not.toContainText(customers.main);
  await expectReadable(page, '[role=dialog]');
  await credit.getByLabel('原因（记入审计日志）').fill('power');
  await credit.getByRole('button', { name: '提交复核' }).click();
  await expect(credit.getByRole('alert')).toContainText('请用中文');
  await credit.getByRole('button', { name: /取\s*消/ }).click();
  // The status that would follow is not proposed without the credit.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('who may not move machines selects none', async ({ page }) => {
  await logIn(page, 'auditor');
  await page.goto('/machines?status=RUNNING');
  await expect(page.getByRole('link', { name: machineNo })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('contracts of many machines are renewed together, announced once approved, and taken back', async ({ page }) => {
  const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const numbers = ['LS2-03-0103', 'LS2-03-0104'];
  await logIn(page, 'operations');
  await page.goto('/machines');
  for (const number of numbers) await page.getByRole('checkbox', { name: `选中 ${number}` }).check();
  await page.getByRole('region', { name: '批量' }).getByRole('button', { name: '续约' }).click();
  const dialog = page.getByRole('dialog', { name: '续约或改到期日（2 台）' });
  await dialog.getByLabel('从哪一个矿日起').fill(dayAhead(5));
  await dialog.getByRole('button', { name: '看看影响' }).click();
  await expect(dialog.getByText('请填写')).toBeVisible();
  await expectReadable(page, '[role=dialog]');
  await dialog.getByLabel('合约到期日').fill(dayAhead(800));
  await dialog.getByRole('button', { name: '看看影响' }).click();
  await expect(dialog).toContainText('1 位客户的 2 台矿机');
  await expect(dialog).toContainText('合约到期');
  await expect(dialog).not.toContainText(customers.main);
  await expectReadable(page, '[role=dialog]');
  await dialog.getByLabel('原因（记入审计日志）').fill('续约两年');
  await dialog.getByRole('button', { name: '提交，等另一人复核' }).click();
  const done = page.getByText(/已提议，编号 \d+/);
  await expect(done).toBeVisible();
  const id = /(\d+)/.exec((await done.textContent()) ?? '')?.[1] ?? '';
  await runCommand('ops', 'approve', '--id', id, '--by', 'approver');

  await page.getByRole('link', { name: numbers[1] ?? '' }).click();
  const terms = page.getByRole('region', { name: '合约与条款' });
  await expect(terms.getByRole('row').filter({ hasText: dayAhead(5) })).toContainText(dayAhead(800));
  await terms.getByRole('button', { name: '撤回' }).click();
  const back = page.getByRole('dialog', { name: `撤回 ${dayAhead(5)} 起的条款` });
  await expect(back).toContainText('复核人');
  await expectReadable(page, '[role=dialog]');
});

test('a model is added, and a site is proposed with its first price', async ({ page }) => {
  await logIn(page, 'operations');
  await page.goto('/models');
  await expect(page.getByRole('row').filter({ hasText: 'Antminer S17 Pro' })).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: '新建机型' }).click();
  const dialog = page.getByRole('dialog', { name: '新建机型' });
  await dialog.getByLabel('机型', { exact: true }).fill('Antminer S21');
  await dialog.getByLabel('算力', { exact: true }).fill('200');
  await dialog.getByLabel('功耗 W').fill('3');
  await dialog.getByLabel('原因（记入审计日志）').fill('新采购');
  await dialog.getByRole('button', { name: '新建机型' }).click();
  await expect(dialog.getByRole('alert')).toContainText('没有这样的矿机');
  await expectReadable(page, '[role=dialog]');
  await dialog.getByLabel('功耗 W').fill('3500');
  await dialog.getByRole('button', { name: '新建机型' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Antminer S21' })).toContainText('17.5');

  await page.goto('/sites');
  await page.getByRole('button', { name: '新机房' }).click();
  const site = page.getByRole('dialog', { name: '新建机房' });
  await site.getByLabel('机房名称').fill('雅安一期');
  await site.getByLabel('统一电价').fill('0.042');
  await site.getByLabel('从哪一天起').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await site.getByRole('button', { name: '看看影响' }).click();
  await expect(site).toContainText('机房是新的');
  await expectReadable(page, '[role=dialog]');
});
