// Covers two questions of a customer: what did I earn, and where did my money go.
import type { Data } from '@lode/contract';
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { MachinesPage } from '../pages/machine-page.ts';
import { customers, expect, setTheme, test, waitUntilIdle } from '../test.ts';

const machineNo = 'LS2-07-0416';

test.describe('in the second theme, at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('what was earned: home, 产出, in CNY, of one machine, and what another price would bring', async ({ page }) => {
    await setTheme(page, 'vip');
    await logIn(page, customers.main);
    const card = page.getByRole('region', { name: '净收益' });
    const net = card.locator('dl > div').filter({ hasText: '累计' });
    await expect(net).toContainText('USDT');
    await card.getByRole('tab', { name: 'CNY' }).click();
    await expect(net).toContainText('CNY');
    await expect(card).toContainText(/1 USDT = \d+\.\d{3} CNY/);
    const ofAll = await net.getByRole('definition').textContent();
    await card.getByRole('link', { name: '明细' }).click();

    // The choice of the currency holds on every page, and the figure is the same one.
    const total = card.getByRole('button', { name: /^累计/ });
    await expect(total).toContainText(ofAll ?? '');
    await total.click();
    for (const part of ['产出折合', '电费', '托管费']) await expect(card).toContainText(part);
    await total.click();
    await page.getByRole('button', { name: '全部矿机' }).click();
    await page.getByRole('dialog').getByText(machineNo).click();
    await expect(page).toHaveURL(/machineId=/);
    await expect(total).not.toContainText(ofAll ?? '');
    await expect(total).toContainText('CNY');

    await page.goto('/devices');
    await new MachinesPage(page).openMachine(machineNo);
    await expect(page.getByRole('region', { name: '净收益' })).toContainText('回本进度');
    await page.getByRole('button', { name: '换个币价、难度或电价算一算' }).click();
    const calculator = page.getByRole('dialog', { name: '收益计算器' });
    await expect(calculator).toContainText('每天净收益');
    await expect(calculator).not.toContainText('已低于电费');
    await calculator.getByRole('textbox', { name: '币价' }).fill('1');
    await expect(calculator).toContainText('按这些条件，产出已低于电费');
  });
});

test.describe('in the dark, at 430 px', () => {
  test.use({ viewport: { width: 430, height: 932 }, colorScheme: 'dark' });

  test('every movement is found: by month, type and search, and leads to what it belongs to', async ({
    page,
    request,
  }) => {
    await logIn(page, customers.main);
    await page.goto('/bill');
    const sums = page.getByRole('main').getByRole('table');
    const current = page.getByRole('heading', { name: /^\d{4} 年 \d+ 月$/ }).first();
    const month = await current.textContent();
    await page.getByRole('button', { name: '上个月' }).click();
    await expect(current).not.toHaveText(month ?? '');
    await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
    await expect(sums.getByRole('row', { name: /^USDT/ })).toHaveCount(1);
    await page.getByRole('button', { name: '下个月' }).click();
    await expect(page).not.toHaveURL(/month=/);

    const choose = async (from: string, type: string) => {
      await page.getByRole('button', { name: from, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: type, exact: true }).click();
      await waitUntilIdle(page);
      // On the first days of a month the newest of a kind is of the month before.
      const earlier = page.getByRole('main').getByRole('button', { name: /^看 \d+ 年 \d+ 月$/ });
      if (await earlier.isVisible()) await earlier.click();
      await waitUntilIdle(page);
    };
    const rows = page.getByRole('main').getByRole('link');
    const first = (name: RegExp) => rows.filter({ hasText: name }).first();
    const leadsTo = async (name: RegExp, title: string) => {
      await first(name).click();
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await page.getByRole('button', { name: '返回' }).click();
      await waitUntilIdle(page);
    };

    await choose('全部类型', '提现');
    await expect(rows.filter({ hasNotText: '提现' })).toHaveCount(0);
    await leadsTo(/^提现/, '提现详情');
    await choose('提现', '矿机产出');
    await page
      .getByRole('button', { name: /^矿机产出 .* \d+ 台/ })
      .first()
      .click();
    await leadsTo(/LS2-/, '产出');
    await choose('矿机产出', 'COIN UP 转入（USDT）');
    await leadsTo(/COIN UP 转入/, '转入转出记录');
    await choose('COIN UP 转入（USDT）', '全部类型');

    // By the number that the customer reads in the withdrawal's detail.
    const api = await Api.logIn(request, customers.main);
    const { records } = await api.get<Data<'withdrawPage'>>('/api/withdraw/page', { size: '1' });
    const { number = '', id = '' } = records[0] ?? {};
    await page.getByRole('searchbox', { name: '搜索' }).fill(number);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^搜索结果/ })).toBeVisible();
    await first(/^提现/).click();
    await expect(page).toHaveURL(new RegExp(`id=${id}$`));
    await expect(page.getByText(number)).toBeVisible();
  });
});
