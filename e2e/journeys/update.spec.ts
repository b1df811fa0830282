// Covers installation, offline start, updates of an open app, and a switched-off worker, on its own product that is
// released again while it runs. R15_TIMES=20 repeats the update under each money form.
import type { Data } from '@lode/contract';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { Api } from '../api.ts';
import { wholeBrowser } from '../browser.ts';
import { CoinUpPage } from '../pages/coin-up-page.ts';
import { logIn } from '../pages/login-page.ts';
import { UpdatePage } from '../pages/update-page.ts';
import { WithdrawPage } from '../pages/withdraw-page.ts';
import { ReleasedProduct } from '../released-product.ts';
import { test as base, customers, expect as quickly, waitUntilIdle } from '../test.ts';

/** Builds run at the same time. */
const expect = quickly.configure({ timeout: 60_000 });
const startMs = 480_000;
const test = base.extend<object, { released: ReleasedProduct }>({
  released: [
    async ({}, use) => {
      const released = await ReleasedProduct.start();
      await use(released);
      await released.end();
    },
    { scope: 'worker', timeout: startMs },
  ],
  baseURL: async ({ released }, use) => use(released.product.baseUrl),
});

const fundsPassword = '246810';
const times = Number(process.env.R15_TIMES ?? 1);
test.use({ actionTimeout: 20_000, launchOptions: wholeBrowser });
test.setTimeout(360_000);

/** Lets the page's preloads wait forever, as on a busy machine: what asks first gets idle times, each after two seconds. */
const withoutIdleTimes = (page: Page) =>
  page.addInitScript(() => {
    let first: IdleRequestCallback | undefined;
    window.requestIdleCallback = (run) => {
      // It asks again while the page is busy.
      first ??= run;
      if (run === first) window.setTimeout(run, 2000, { didTimeout: false, timeRemaining: () => 1 });
      return 0;
    };
  });

/** Hides service workers from the page. */
const withoutWorkers = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));

/**
 * A release arrives while a money form is open and is accepted in another window; its worker takes over, without a visible
 * effect here.
 */
async function updateElsewhere(context: BrowserContext, app: UpdatePage, released: ReleasedProduct): Promise<void> {
  await released.release();
  await app.lookForUpdate();
  await app.waitForWaitingWorker();
  const other = await context.newPage();
  const otherApp = new UpdatePage(other);
  await other.goto('/about-nothing');
  await app.waitForTakeover();
  await otherApp.expectGone();
  await other.close();
  await app.expectGone();
}

/** Browser messages while offline. */
const isOffline = (text: string) => /ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(text);

test('installs, caches the app but no private data, and starts offline [router:service-worker] [error:network]', async ({
  page,
  context,
  browserErrors,
}) => {
  await logIn(page, customers.main);
  const app = new UpdatePage(page);
  await app.waitForWorker();
  await waitUntilIdle(page);

  const devtools = await context.newCDPSession(page);
  const { manifest, errors } = await devtools.send('Page.getAppManifest');
  expect([errors, manifest?.name, manifest?.display]).toEqual([[], '矿脉 Lode', 'kStandalone']);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Private windows cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const kept = await app.cachedFiles();
  expect(kept).toContain('/index.html');
  expect(kept.filter((file) => !/^\/((js|css|assets|icons)\/[\w.-]+|[\w.-]+)$/.test(file))).toEqual([]);

  const banner = page.getByText('网络已断开').first();
  await expect(banner).toBeHidden();
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();

  await context.setOffline(true);
  for (const [path, title] of [
    ['/devices', '矿机'],
    ['/electric_detail?id=7', '明细'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: '重试' }).first()).toBeVisible();
  }
  await context.setOffline(false);
  await page.goto('/devices');
  await expect(page.getByText('LS2-03-0101').first()).toBeVisible();
  expect(browserErrors.splice(0).filter((text) => !isOffline(text))).toEqual([]);
});

test('a new release is offered, and accepted with one reload [area:app-update] [overlay:new-version] [state:update.reload] [state:update.waiting]', async ({
  page,
  released,
}) => {
  await released.answerVersionChecks(page, {
    description:
      '<p>新增<b>产出复算</b></p><img src="/favicon.svg"><a href="javascript:alert(1)">点我</a><script>alert(1)</script>',
  });
  await logIn(page, customers.main);
  const app = new UpdatePage(page);
  await app.waitForWorker();
  await waitUntilIdle(page);

  await released.release();
  await app.lookForUpdate();
  await expect(app.dialog).toContainText(`版本 ${released.version}`);
  // Release notes are text only.
  await expect(app.dialog.locator('b')).toHaveText('产出复算');
  await expect(app.dialog.locator('img, a, script')).toHaveCount(0);
  // The update is the only button.
  await expect(app.dialog.getByRole('button')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await waitUntilIdle(page);
  await expect(app.take).toBeEnabled();
  expect(app.loads).toBe(0);

  await app.take.click();
  await expect.poll(() => app.loads).toBe(1);
  await waitUntilIdle(page);
  await app.expectGone();
  await expect.poll(() => app.version).toBe(released.version);
  await page.getByRole('navigation').getByRole('link', { name: '首页' }).click();
  await waitUntilIdle(page);
  expect(app.loads).toBe(1);
});

test('a page of the old release keeps working with its chunks; a reload loads the new one', async ({
  page,
  released,
}) => {
  // Unpublished, so that no offer covers the page.
  await released.answerVersionChecks(page, { isPublished: false });
  await logIn(page, customers.main);
  const app = new UpdatePage(page);
  await app.waitForWorker();
  await waitUntilIdle(page);
  const missing: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  await released.release();
  await app.lookForUpdate();
  await app.waitForWaitingWorker();
  await waitUntilIdle(page);
  await app.expectGone();
  for (const path of ['矿机', 'COIN UP', '我的']) {
    await page.getByRole('navigation').getByRole('link', { name: path }).click();
    await waitUntilIdle(page);
  }
  // Chunks not requested before, bypassing the worker's cache.
  const gone = await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[href^="/js/"], link[href^="/css/"]')];
    const answers = await Promise.all(links.map(({ href }) => fetch(href, { cache: 'reload' })));
    // A body that is not read keeps the worker busy, and a busy worker is not replaced.
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.filter(({ ok }) => !ok).length;
  });
  expect([gone, missing, app.loads]).toEqual([0, [], 0]);

  await page.reload();
  await waitUntilIdle(page);
  await expect.poll(() => app.version).toBe(released.version);
  await app.waitForTakeover();
  await app.expectGone();
  expect(app.loads).toBe(1);
});

test('an update during a subscription neither loses nor duplicates it, R15 [state:update.forced]', async ({
  page,
  context,
  request,
  released,
}) => {
  // Each round builds a release.
  test.setTimeout(180_000 + times * 150_000);
  const account = customers.empty;
  const missing: string[] = [];
  context.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  const cash = ['--account', account, '--reason', 'cash', '--by', 'finance', '--approved-by', 'approver'];
  await released.product.run('deposit:manual', '--coin', 'USDT', '--amount', String(times * 100), ...cash);
  const inTransit = async () => {
    const api = await Api.logIn(request, account);
    return (await api.get<Data<'coinUpDetail'>>('/api/coin_up/detail', { coin: 'USDT' })).inTransitIn;
  };
  await released.answerVersionChecks(page, { isForce: true });
  await logIn(page, account);
  const app = new UpdatePage(page);
  const coinUp = new CoinUpPage(page);

  async function update(round: number): Promise<void> {
    await page.goto('/index');
    await app.waitForWorker();
    await waitUntilIdle(page);
    await coinUp.goInto('USDT');
    await coinUp.amount.fill('100');
    const { loads } = app;
    const sent: string[] = [];
    page.on('request', (call) => call.url().includes('/coin_up/subscribe') && sent.push(call.url()));

    await updateElsewhere(context, app, released);
    await expect(coinUp.amount).toHaveValue('100');
    expect(app.loads).toBe(loads);
    await coinUp.confirm();
    const reloaded = page.waitForEvent('load');
    await coinUp.enterPassword(fundsPassword);
    await reloaded;
    await expect(page.getByText('转入成功')).toBeVisible();
    await waitUntilIdle(page);
    expect([sent.length, app.loads]).toEqual([1, loads + 1]);
    expect(await inTransit()).toBe(`${round * 100}.000000`);
    page.removeAllListeners('request');
  }

  for (let round = 1; round <= times; round++) {
    // A page that another window updates while it still preloads.
    if (round === 2) await withoutIdleTimes(page);
    await test.step(`update ${round}`, () => update(round));
  }
  expect(missing).toEqual([]);
});

test('an update during a withdrawal neither loses nor duplicates it, R15 [state:update.forced]', async ({
  page,
  context,
  request,
  released,
}) => {
  test.setTimeout(600_000 + times * 180_000);
  const { product } = released;
  const account = customers.vip;
  const amount = '0.00123000';
  const missing: string[] = [];
  context.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  const cash = ['--account', account, '--reason', 'cash', '--by', 'finance', '--approved-by', 'approver'];
  await product.run('deposit:manual', '--coin', 'BTC', '--amount', '1', ...cash);
  await product.run('deposit:manual', '--coin', 'USDT', '--amount', '1000', ...cash);
  const api = await Api.logIn(request, account);
  const sentOff = async () => {
    const { records } = await api.get<Data<'withdrawPage'>>('/api/withdraw/page', { coin: 'BTC', size: '100' });
    return records.filter((record) => record.amount === amount);
  };
  const book = await api.get<Data<'withdrawAddressList'>>('/api/withdraw/address/list');
  const address = book.find(({ network }) => network === 'BITCOIN')?.address ?? '';
  await released.answerVersionChecks(page, { isForce: true });
  await logIn(page, account);
  const app = new UpdatePage(page);
  const withdraw = new WithdrawPage(page, account);
  const code = withdraw.confirmation.getByLabel(/^验证码发送至/);
  /** A new device is held for a day, and ten codes per day are the limit. */
  const anotherDay = async () => {
    await page.goto('about:blank');
    await product.nextDay();
  };

  for (let round = 1; round <= times; round++) {
    if (round % 10 === 1) await anotherDay();
    await withdraw.open(`&address=${address}`);
    await app.waitForWorker();
    await waitUntilIdle(page);
    await withdraw.amount.fill(amount);
    await withdraw.proceed();
    await withdraw.fillNewCode('确认提现');
    const [{ loads }, typed] = [app, await code.inputValue()];
    const sent: string[] = [];
    const count = (call: Request) => void (call.url().includes('/withdraw/apply') && sent.push(call.url()));
    page.on('request', count);

    // Even rounds update at the code, odd ones at the password.
    if (round % 2 === 0) await updateElsewhere(context, app, released);
    await expect(code).toHaveValue(typed);
    expect(app.loads).toBe(loads);
    await withdraw.confirmation.getByRole('button', { name: '确认提现' }).click();
    await withdraw.enterPassword(fundsPassword.slice(0, -1));
    if (round % 2 === 1) await updateElsewhere(context, app, released);
    expect([sent.length, app.loads]).toEqual([0, loads]);
    const reloaded = page.waitForEvent('load');
    await withdraw.enterPassword(fundsPassword.slice(-1));
    await reloaded;
    await expect(page.getByRole('heading', { name: '提现已提交' })).toBeVisible();
    await waitUntilIdle(page);
    expect([sent.length, app.loads]).toEqual([1, loads + 1]);
    const all = await sentOff();
    expect(all).toHaveLength(round);
    for (const one of all) expect(one).toMatchObject({ address, status: 'WAITING' });
    page.off('request', count);
  }
  expect(missing).toEqual([]);
  expect(await product.run('books:check')).not.toContain('differ');
});

test('browsers without service workers are offered the server’s release [area:app-update]', async ({
  page,
  released,
}) => {
  await withoutWorkers(page);
  await page.clock.install();
  await released.answerVersionChecks(page);
  await logIn(page, customers.main);
  const app = new UpdatePage(page);
  await waitUntilIdle(page);
  await app.expectGone();
  await released.release();
  await page.clock.fastForward('11:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await app.take.click();
  await expect.poll(() => app.loads).toBe(1);
  await expect.poll(() => app.version).toBe(released.version);
  expect(app.loads).toBe(1);
});

test('a missing chunk reloads the page once, then shows an error [error:chunk-load]', async ({
  page,
  released,
  browserErrors,
}) => {
  await withoutWorkers(page);
  await released.answerVersionChecks(page);
  await page.route(/\/js\/devices-page-/, (route) => route.abort());
  await logIn(page, customers.main);
  const app = new UpdatePage(page);
  await waitUntilIdle(page);
  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  await expect(page.getByText('页面打开失败')).toBeVisible();
  expect(app.loads).toBe(1);
  await page.unroute(/\/js\/devices-page-/);
  await page.getByRole('button', { name: '重新加载' }).click();
  await expect(page.getByText('LS2-03-0101').first()).toBeVisible();
  expect(browserErrors.splice(0).filter((text) => !/ERR_FAILED|dynamically imported/.test(text))).toEqual([]);
});

test('a style that fails in a prefetch is loaded with its page; if it fails again, an error is shown [error:chunk-load]', async ({
  page,
  released,
  browserErrors,
}) => {
  await withoutWorkers(page);
  await released.answerVersionChecks(page);
  let fails = 1;
  await page.route(/\/css\/devices-page-/, (route) => (fails-- > 0 ? route.abort() : route.continue()));
  const prefetched = page.waitForEvent('requestfailed', (request) => /\/css\/devices-page-/.test(request.url()));
  await logIn(page, customers.main);
  await prefetched;
  const styles = page.locator('link[rel=stylesheet][href*="/css/devices-page-"]');
  await expect(styles).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: '矿机' }).click();
  await expect(page.getByText('LS2-03-0101').first()).toBeVisible();
  expect(await styles.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).sheet !== null))).toEqual([
    true,
  ]);

  fails = Number.POSITIVE_INFINITY;
  await page.goto('/devices');
  await expect(page.getByText('页面打开失败')).toBeVisible();
  expect(browserErrors.splice(0).filter((text) => !/ERR_FAILED|preload CSS|failed to load/.test(text))).toEqual([]);
});

test('a switched-off worker removes itself and its caches from every device', async ({ page, released }) => {
  await logIn(page, customers.main);
  const app = new UpdatePage(page);
  await app.waitForWorker();
  expect(await app.cachedFiles()).not.toEqual([]);
  await page.goto('about:blank');
  await released.product.restart({ SERVICE_WORKER: 'off' });
  await page.goto('/index');
  await app.waitForRemoval();
  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByText('总资产折合（USDT）')).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
