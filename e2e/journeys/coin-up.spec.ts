// Covers COIN UP from the first subscription to the last arrival, day by day on its own product: every figure on screen to
// the smallest unit, and every refusal.
import type { Data } from '@lode/contract';
import { Api } from '../api.ts';
import { OwnProduct } from '../own-product.ts';
import { CoinUpPage } from '../pages/coin-up-page.ts';
import { logIn } from '../pages/login-page.ts';
import { test as base, customers, expect, waitUntilIdle } from '../test.ts';

const startMs = 480_000;
const test = base.extend<object, { product: OwnProduct }>({
  product: [
    async ({}, use) => {
      const product = await OwnProduct.start();
      await use(product);
      await product.end();
    },
    { scope: 'worker', timeout: startMs },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});

// Fails early at a missing button instead of at the end of this long test.
test.use({ actionTimeout: 20_000 });

// This customer has no machines and no savings, so every figure is this journey's.
const account = customers.empty;
const fundsPassword = '246810';
const takeCash = ['--account', account, '--reason', 'cash', '--by', 'finance', '--approved-by', 'approver'];
const byAdmin = ['--reason', 'journey', '--by', 'admin', '--approved-by', 'approver'];

/** 200 · 4.20 % / 365 and 0.01 · 1.80 % / 365, by hand; the second day of BTC includes the carry. */
const usdtDay = '0.023013';
const btcDay = '0.00000049';
const btcTwoDays = '0.00000098';

test('subscribes, earns, redeems and receives; and meets every refusal [area:coin-up] [route:coinup] [route:coinup_into] [route:coinup_out] [route:coinup_record] [router:scroll-lock] [entity:transfer-direction.IN] [entity:transfer-direction.OUT] [entity:transfer-direction.INCOMES] [entity:transfer-state.INTRANSIT] [entity:transfer-state.INCOME] [entity:transfer-state.SUCCESS] [call:POST /api/coin_up/subscribe] [call:POST /api/coin_up/redemption]', async ({
  page,
  request,
  product,
}) => {
  test.setTimeout(6 * startMs);
  const coinUp = new CoinUpPage(page);
  const savings = async (coin: 'BTC' | 'USDT') =>
    (await Api.logIn(request, account)).get<Data<'coinUpDetail'>>('/api/coin_up/detail', { coin });
  /** Leaves the page first, so that it makes no calls while the product restarts. */
  const liveOn = async () => {
    await page.goto('about:blank');
    const over = await product.nextDay();
    await product.run('day-close', '--date', over, '--kind', 'coin-up');
  };
  await product.run('deposit:manual', '--coin', 'USDT', '--amount', '500', ...takeCash);
  await product.run('deposit:manual', '--coin', 'BTC', '--amount', '0.02', ...takeCash);

  await test.step('USDT: below the minimum, too many decimals, a wrong password, then in transit', async () => {
    await logIn(page, account);
    await page.getByRole('navigation').getByRole('link', { name: 'COIN UP' }).click();
    await page.waitForURL('**/coinup/index');
    await expect(page.getByText(/今天转入，明天起息，后天首次发放/)).toBeVisible();
    await coinUp.goInto('USDT');
    await expect(page.getByRole('list', { name: '转入日程' })).toContainText('开始计息');
    await coinUp.amount.fill('50');
    await coinUp.amount.blur();
    await expect(coinUp.problem).toHaveText('低于最低数量 100.00 USDT');
    await coinUp.amount.fill('150.123');
    await expect(coinUp.problem).toHaveText('最多 2 位小数，连同零头请点「全部」');
    await coinUp.amount.fill('200');
    await expect(page.getByText(`预计每日利息 ${usdtDay} USDT`)).toBeVisible();
    await coinUp.confirm();
    await coinUp.enterPassword('000000');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('密码错误！');
    await coinUp.enterPassword(fundsPassword);
    await coinUp.expectResult('转入成功');
    await page.getByRole('link', { name: '查看记录' }).click();
    await coinUp.expectRecord('转入申购', '200.00 USDT', '在途');
  });

  await test.step('BTC: the server applies a minimum that rose meanwhile, then in transit', async () => {
    await coinUp.goInto('BTC');
    await coinUp.amount.fill('0.01');
    await product.run('ops', 'coin-up:minimum', '--coin', 'BTC', '--amount', '0.015', ...byAdmin);
    await coinUp.confirm();
    await coinUp.enterPassword(fundsPassword);
    await expect(page.getByText('低于最小金额')).toBeVisible();
    await expect(coinUp.problem).toHaveText('低于最低数量 0.01500000 BTC');
    await product.run('ops', 'coin-up:minimum', '--coin', 'BTC', '--amount', '0.001', ...byAdmin);
    await coinUp.goInto('BTC');
    await coinUp.amount.fill('0.01');
    await coinUp.confirm();
    await coinUp.enterPassword(fundsPassword);
    await coinUp.expectResult('转入成功');
    await coinUp.open();
    await coinUp.expectLine('USDT', '其中在途 · 次日起息', '200.00');
    await coinUp.expectLine('BTC', '其中在途 · 次日起息', '0.01000000');
  });

  await test.step('the next day it earns, without interest paid yet', async () => {
    await liveOn();
    await coinUp.open();
    await coinUp.expectLine('USDT', '我的本金', '200.00');
    await coinUp.expectLine('USDT', '其中在途', '0.00');
    await coinUp.expectLine('BTC', '累计利息', '0.00000000');
    expect(await savings('USDT')).toMatchObject({ earning: '200.000000', totalInterest: '0.000000' });
  });

  await test.step('the day after, interest is paid exactly, with its rate', async () => {
    await liveOn();
    await coinUp.open();
    await coinUp.expectLine('USDT', '昨日利息', `+${usdtDay}`);
    await coinUp.expectLine('BTC', '昨日利息', `+${btcDay}`);
    expect(await savings('USDT')).toMatchObject({ yesterdayInterest: usdtDay, interestBalance: usdtDay });
    await coinUp.openRecords('产出收益');
    await coinUp.expectRecord(`+${btcDay} BTC`);
    for (const interest of [usdtDay, btcDay]) {
      await page.getByRole('button', { name: `+${interest}` }).click();
    }
    await coinUp.expectRecord('年化 4.20%', '年化 1.80%', '发放收益');
  });

  await test.step('closed meanwhile: no subscription, redemption stays available', async () => {
    await coinUp.goInto('USDT');
    await coinUp.amount.fill('100');
    await product.run('ops', 'coin-up:switch', '--to', 'off', ...byAdmin);
    await coinUp.confirm();
    await coinUp.enterPassword(fundsPassword);
    await expect(page.getByRole('heading', { name: '暂停转入' })).toBeVisible();
    await page.getByRole('link', { name: '返回 COIN UP' }).click();
    await expect(page.getByText('可随时转出', { exact: false })).toBeVisible();

    await coinUp.goOut('BTC');
    await page.getByRole('tab', { name: '利息' }).click();
    await page.getByRole('button', { name: '全部' }).click();
    await coinUp.confirm();
    await coinUp.enterPassword(fundsPassword);
    await coinUp.expectResult('转出成功');

    await coinUp.goOut('USDT');
    await coinUp.amount.fill('200.01');
    await expect(coinUp.problem).toHaveText('超过可转数量');
    await page.getByRole('button', { name: '全部' }).click();
    await expect(page.getByRole('list', { name: '转出日程' })).toContainText('停止计息');
    await coinUp.confirm();
    await coinUp.enterPassword(fundsPassword);
    await coinUp.expectResult('转出已提交');
    await coinUp.open();
    await coinUp.expectLine('USDT', '其中在途 · 次日到账', '200.00');
    await product.run('ops', 'coin-up:switch', '--to', 'on', ...byAdmin);
  });

  await test.step('the next day it has arrived, without interest in transit', async () => {
    await liveOn();
    await coinUp.open();
    await coinUp.expectLine('USDT', '我的本金', '0.00');
    await coinUp.expectLine('BTC', '累计利息', btcTwoDays);
    expect(await savings('USDT')).toMatchObject({ totalInterest: usdtDay, available: '500.000000' });
    expect(await savings('BTC')).toMatchObject({ totalInterest: btcTwoDays, available: `0.0100${btcDay.slice(6)}` });
    await coinUp.openRecords('转出赎回');
    await coinUp.expectRecord('200.00 USDT', `${btcDay} BTC`, '完成');
    await expect(page.getByText('在途')).toHaveCount(0);
    await page.goto('/mine');
    await waitUntilIdle(page);
    await expect(page.getByRole('img', { name: '500.00 USDT' }).first()).toBeVisible();
  });

  expect(await product.run('books:check')).not.toContain('differ');
});
