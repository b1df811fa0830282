// Covers what the operator decides today and customers see days later, on a product of its own: a rise of a price that is announced,
// approved, notified and stands in a charge; an outage whose credit is approved and arrives.
import type { Data } from '@lode/contract';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { Api } from '../api.ts';
import * as console from '../console-test.ts';
import { OwnProduct } from '../own-product.ts';
import { logIn } from '../pages/login-page.ts';
import { freePort } from '../product-process.ts';
import { customers, suppressNotices, waitUntilIdle } from '../test.ts';

const startMs = 480_000;

interface Demo {
  product: OwnProduct;
  consoleUrl: string;
}
const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({}, use) => {
      const port = String(await freePort());
      const product = await OwnProduct.start({ CONSOLE_PORT: port });
      await use({ product, consoleUrl: `http://localhost:${port}` });
      await product.end();
    },
    { scope: 'worker', timeout: startMs },
  ],
  baseURL: async ({ demo }, use) => use(demo.product.baseUrl),
});
test.use({ actionTimeout: 20_000 });

const account = customers.main;
const site = '乐山二期';
const [before, after] = ['0.045', '0.0512'];

async function member(browser: Browser, { consoleUrl }: Demo, name: string): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: consoleUrl, viewport, isMobile: false, hasTouch: false });
  const page = await context.newPage();
  await console.logIn(page, name);
  return page;
}

async function approve(browser: Browser, demo: Demo, id: string): Promise<void> {
  const approver = await member(browser, demo, 'approver');
  await approver.goto(`/proposals/${id}`);
  await approver.getByRole('button', { name: '批准并立即生效' }).click();
  await approver.getByRole('dialog').getByRole('button', { name: '批准并立即生效' }).click();
  await expect(approver.getByText('approver 已批准')).toBeVisible();
  await approver.context().close();
}

/** The number of the proposal that was just made. */
async function proposed(page: Page): Promise<string> {
  const done = page.getByText(/已提议，编号 \d+/);
  await expect(done).toBeVisible();
  return /编号 (\d+)/.exec((await done.textContent()) ?? '')?.[1] ?? '';
}

test('a rise is announced and approved, its customers are notified, and days later it is the price of a charge', async ({
  browser,
  page,
  request,
  demo,
}) => {
  test.setTimeout(2 * startMs);
  const { product } = demo;
  const from = product.dateAhead(4);
  const operations = await member(browser, demo, 'operations');
  await operations.goto('/sites');
  await operations.getByRole('link', { name: site }).click();
  await operations.getByLabel('新电价 USDT/度').fill(after);
  await operations.getByLabel('从哪一天起').fill(from);
  await operations.getByRole('button', { name: '看看影响' }).click();
  const dialog = operations.getByRole('dialog', { name: '提出新电价' });
  await expect(dialog).toContainText(`${before} → ${after}`);
  await dialog.getByLabel('原因（记入审计日志）').fill('枯水期');
  await dialog.getByRole('button', { name: '提交，等另一人复核' }).click();
  await approve(browser, demo, await proposed(operations));
  await operations.context().close();

  const api = await Api.logIn(request, account);
  const messages = await api.get<Data<'messagePage'>>('/api/user/message/page', { size: '100' });
  expect(JSON.stringify(messages)).toContain(after);

  for (const date of await product.daysLater(5)) await product.run('day-close', '--date', date, '--kind', 'mining');
  const { records } = await api.get<Data<'ledgerPage'>>('/api/user/wallet/ele/page', { size: '100' });
  const prices = (date: string) => new Set(records.filter(({ date: of }) => of === date).map(({ price }) => price));
  expect(prices(product.dateAhead(-2))).toContain(before);
  expect(prices(from)).toContain(after);
  expect(prices(from)).not.toContain(before);

  const charge = records.find(({ date, price }) => date === from && price === after);
  await suppressNotices(page.context(), 'forced', 'popups');
  await logIn(page, account);
  await page.goto(`/electric_detail?id=${charge?.id}`);
  await waitUntilIdle(page);
  await expect(page.getByText(`${after} USDT / kWh`)).toBeVisible();
});

test('an outage in a closed day is a credit that another person approves, and the customer has it', async ({
  browser,
  page,
  request,
  demo,
}) => {
  test.setTimeout(startMs);
  const { product } = demo;
  const api = await Api.logIn(request, account);
  const [machine] = (await api.machines()).filter(({ status }) => status === 'RUNNING');
  const credits = async () => {
    const { records } = await api.get<Data<'ledgerPage'>>('/api/user/wallet/ele/page', { size: '100' });
    return records.filter(({ type }) => type === 'ADJUST_ELE');
  };
  const known = (await credits()).length;

  const finance = await member(browser, demo, 'finance');
  await finance.goto('/machines');
  await finance.getByLabel('客户的手机号或邮箱').fill(account);
  await finance.keyboard.press('Enter');
  await finance.getByRole('link', { name: machine?.machineNo ?? '' }).click();
  await finance.getByRole('button', { name: '补记停机' }).click();
  const form = finance.getByRole('dialog', { name: '补记停机' });
  await form.getByLabel(/从什么时候起/).fill(`${product.dateAhead(-1)}T12:00`);
  await form.getByLabel(/到什么时候/).fill(`${product.dateAhead(-1)}T18:00`);
  await form.getByRole('button', { name: '看结果' }).click();
  const credit = finance.getByRole('dialog', { name: '停机补偿' });
  await expect(credit).toContainText('1 位客户折合');
  await credit.getByLabel('原因（记入审计日志）').fill('机房配电检修');
  await credit.getByRole('button', { name: '提交复核' }).click();
  await approve(browser, demo, await proposed(finance));

  // The worker pays what was approved.
  await expect.poll(async () => (await credits()).length, { timeout: 60_000 }).toBe(known + 1);
  const [paid] = await credits();
  await suppressNotices(page.context(), 'forced', 'popups');
  await logIn(page, account);
  await page.goto(`/electric_detail?id=${paid?.id}`);
  await waitUntilIdle(page);
  await expect(page.getByText('机房配电检修')).toBeVisible();
  await finance.goto('/machines/outages');
  await expect(finance.getByRole('row').filter({ hasText: machine?.machineNo ?? '' })).toContainText('机房配电检修');
  await console.expectReadable(finance);
  expect(await product.run('books:check')).not.toContain('differ');
});
