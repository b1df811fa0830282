// Covers what the operator decides today and customers see days later, on a product of its own: a customer who comes in with machines,
// whose day is closed, and who is paid what they mined; a rise of a price that is announced, approved, notified and stands in a charge;
// an outage whose credit is approved and arrives.
import type { Data } from '@lode/contract';
import type { Browser, Page } from '@playwright/test';
import { Api } from '../api.ts';
import { codeOf } from '../codes.ts';
import { confirmedMs, type Demo, expect, member, signOn, startMs, test } from '../console-product.ts';
import * as console from '../console-test.ts';
import { logIn } from '../pages/login-page.ts';
import { customers, password, suppressNotices, waitUntilIdle } from '../test.ts';

test.use({ actionTimeout: 20_000 });

const account = customers.main;
const site = '乐山二期';
const [before, after] = ['0.045', '0.0512'];

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

/** Chooses a file in the console and imports what it previews. */
async function importFile(page: Page, kind: string, lines: readonly string[]): Promise<void> {
  await page.goto(`/imports?kind=${kind}`);
  const buffer = Buffer.from(lines.join('\n'));
  await page.getByLabel('CSV 文件').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer });
  const button = { name: `导入 ${lines.length - 1} 行` };
  await page.getByRole('button', button).click();
  await page.getByRole('dialog').getByLabel(/^原因/).fill('新签合同');
  await page.getByRole('dialog').getByRole('button', button).click();
  await expect(page.getByText(`已导入 ${lines.length - 1} 行`)).toBeVisible();
}

const newAccount = '13900000088';
const fundsPassword = '864209';
/** An address outside the wallet, from the vectors of BIP173. */
const destination = { coin: 'BTC', network: 'BITCOIN', address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' };

test('a customer comes in with machines, the day closes, and what was mined is reviewed, approved by another person, paid', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(3 * startMs);
  const { product } = demo;
  await test.step('SUPPORT brings in the customer, OPERATIONS the machines', async () => {
    const support = await member(browser, demo, 'support');
    await importFile(support, 'CUSTOMERS', ['account,nickname,tags', `${newAccount},新客户,`]);
    await support.context().close();
    const operations = await member(browser, demo, 'operations');
    const header =
      'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime';
    const machine = (no: number) =>
      `JR-${no},${newAccount},Journey 500T,BTC,500,TH/s,5000,SUBSCRIBE,旅程一期,0.05,0.02,${product.today}T00:00:00Z,`;
    await importFile(operations, 'MACHINES', [header, ...[1, 2, 3, 4].map(machine)]);
    await operations.context().close();
  });

  const customer = await readyToWithdraw(request);
  const [minedOn] = [product.today, await product.nextDay()];
  await test.step('FINANCE closes the day from the console', async () => {
    const finance = await member(browser, demo, 'finance');
    await finance.goto(`/days?date=${minedOn}`);
    await finance.getByRole('button', { name: /开始日结/ }).click();
    const dialog = finance.getByRole('dialog');
    await dialog.getByLabel(/^原因/).fill('提前日结');
    await dialog.getByRole('button', { name: '开始日结' }).click();
    await expect(
      finance.getByRole('table', { name: '手工执行记录' }).getByRole('row', { name: /日结 finance .*已封存/ }),
    ).toBeVisible({ timeout: confirmedMs });
    await console.expectReadable(finance);
    await finance.context().close();
  });

  const amount = '0.002';
  const asked = await customer.withdraw(amount);
  await demo.signerIsReady();
  await test.step('FINANCE sees what it was mined from, and proposes; another person approves, and it is paid', async () => {
    const finance = await member(browser, demo, 'finance');
    await finance.goto(`/withdrawals/${asked.id}`);
    await expect(finance.getByRole('region', { name: /^钱从哪来/ })).toContainText('产出');
    await finance.getByLabel('判断').fill('首次提现，已电话确认。');
    await signOn(finance, 'finance', /^提议付款/, /^提议付款/);
    await expect(finance.getByText('等别人复核')).toBeVisible({ timeout: 60_000 });
    const approver = await member(browser, demo, 'approver');
    await approver.goto(`/withdrawals/${asked.id}`);
    await approver.getByLabel('判断').fill('同意。');
    await signOn(approver, 'approver', new RegExp(`^批准 ${asked.received}`), /^批准付款/);
    await expect.poll(() => customer.thirdStatusOf(asked.id), { timeout: confirmedMs }).toBe('SUCCESS');
    await expect(approver.getByText('已付', { exact: true }).first()).toBeVisible();
    for (const page of [finance, approver]) await page.context().close();
  });
  expect(await product.run('books:check')).not.toContain('differ');
});

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
  // One that ran on the day before: another has just begun.
  const [machine] = (await api.machines()).filter(
    ({ status, yesterdayOutput }) => status === 'RUNNING' && /[1-9]/.test(yesterdayOutput),
  );
  const credits = async () => {
    const { records } = await api.get<Data<'ledgerPage'>>('/api/user/wallet/ele/page', { size: '100' });
    return records.filter(({ type }) => type === 'ADJUST_ELE');
  };
  const known = (await credits()).length;

  const finance = await member(browser, demo, 'finance');
  await finance.goto('/machines');
  await finance.getByLabel('客户的手机号或邮箱').fill(account);
  await finance.keyboard.press('Enter');
  await expect(finance).toHaveURL(/customer=\d+/);
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

type Request = Parameters<typeof Api.logIn>[0];

/** By the API, whose screens have their own journeys: password, risk disclosure, funds password and an address, whose hold is a day. */
async function readyToWithdraw(request: Request) {
  const headers = { clientType: 'H5' };
  await request.post('/api/sms/send', { data: { account: newAccount, scene: 'SET_PASSWORD' }, headers });
  const first = await codeOf(request, newAccount, 'SET_PASSWORD');
  await request.post('/api/user/set-password', { data: { account: newAccount, code: first, password }, headers });
  const api = await Api.logIn(request, newAccount, 'journey');
  const post = async (path: string, data: Record<string, unknown>, requestId?: string): Promise<unknown> => {
    const answer = await api.post(path, data, requestId);
    if (answer.code !== 200) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const codeFor = async (scene: string, about: object = {}) => {
    await post('/api/sms/send', { account: newAccount, scene, ...about });
    return codeOf(request, newAccount, scene);
  };
  const { version } = await api.get<{ version: string }>('/api/user/risk-statement');
  await post('/api/user/risk-statement/confirm', { version });
  await post('/api/user/wallet/set-password', { password: fundsPassword, code: await codeFor('FUNDS_PASSWORD') });
  const code = await codeFor('WITHDRAW', destination);
  await post('/api/withdraw/address/add', { ...destination, password: fundsPassword, code });
  return {
    async withdraw(amount: string) {
      const target = { ...destination, amount };
      const secrets = { password: fundsPassword, code: await codeFor('WITHDRAW', target), confirm: true };
      return (await post('/api/withdraw/apply', { ...target, ...secrets }, 'first')) as Data<'withdrawApply'>;
    },
    async thirdStatusOf(id: string) {
      const { records } = await api.get<Data<'withdrawPage'>>('/api/withdraw/page', { id });
      return records[0]?.thirdStatus;
    },
  };
}
