// Covers content in the console: written with a preview on a phone, proposed, approved by another member who sees the same, confirmed by a
// customer in the app, counted, and taken back; a picture that is uploaded and shown.
import type { Data } from '@lode/contract';
import type { Browser, Page } from '@playwright/test';
import { Api } from '../api.ts';
import { expect, expectReadable, logIn, open, test } from '../console-test.ts';
import * as app from '../pages/login-page.ts';
import { sharedConsoleUrl, sharedProductUrl } from '../shared-product.ts';
import { customers, suppressNotices, waitUntilIdle } from '../test.ts';

/** Opens five pages in three browsers. */
test.slow();

const phone = (page: Page) => page.frameLocator('iframe[title="手机上的样子"]');
const fact = (page: Page, term: string) => page.locator('dt', { hasText: term }).locator('+ dd').first();

/** Of a segmented control. */
const choose = (page: Page, label: string) => page.locator('.ant-segmented-item', { hasText: label }).click();

/** The proposal's number, which the message names. */
async function propose(page: Page, button: string, reason: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^原因/).fill(reason);
  await dialog.getByRole('button', { name: button }).click();
  const said = await page.getByText(/已提议，编号 \d+/).textContent();
  await expect(dialog).toHaveCount(0);
  return /\d+/.exec(said ?? '')?.[0] ?? '';
}

async function approve(page: Page, id: string): Promise<void> {
  await page.goto(`/proposals/${id}`);
  await page.getByRole('button', { name: '批准并立即生效' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '批准并立即生效' }).click();
  await expect(page.getByText('已批准', { exact: true })).toBeVisible();
}

async function consoleOf(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: sharedConsoleUrl(), viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await logIn(page, name);
  return page;
}

test('a forced notice is written, approved by another, confirmed in the app, counted and taken back', async ({
  page,
  browser,
}) => {
  const text = `停电检修 ${Date.now()}`;
  await logIn(page, 'support');
  await open(page, '内容');
  await expectReadable(page);
  await choose(page, '强制公告');
  await page.getByRole('button', { name: '新建强制公告' }).click();

  // What is wrong is said by its field; the phone shows what is typed.
  await page.getByRole('button', { name: '存草稿并核对' }).click();
  await expect(page.getByText('还有要改的地方')).toBeVisible();
  await expect(page.locator('.ant-form-item-explain-error')).toHaveText(['请填写']);
  await expectReadable(page);
  await page.getByLabel('正文').fill(`<h2>${text}</h2><p onclick="x()">请在 <b>02:00</b> 前留意</p>`);
  await page.getByLabel('只给有这个标签的客户').fill('vip');
  await expect(phone(page).getByRole('heading', { name: text })).toBeVisible();
  await expect(page.getByText('不安全的标签不会发布，已去掉：<p onclick>')).toBeVisible();
  await expect(page.getByText('现在有 1 位客户')).toBeVisible();
  // A preview takes no focus from the form.
  await expect(page.getByLabel('只给有这个标签的客户')).toBeFocused();
  await choose(page, '深色');
  await expect(phone(page).locator('html')).toHaveAttribute('data-appearance', 'dark');
  await choose(page, '320');
  expect(
    await phone(page)
      .locator('html')
      .evaluate((html) => html.clientWidth),
  ).toBe(320);
  // What is not saved is not left by a slip.
  await open(page, '客户');
  await page.getByRole('button', { name: '继续写' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '存草稿并核对' }).click();

  await expect(fact(page, '状态')).toContainText('草稿');
  await expect(phone(page).getByRole('heading', { name: text })).toBeVisible();
  await expectReadable(page);
  const hash = (await fact(page, '内容哈希').textContent()) ?? '';
  const address = page.url();
  await page.getByRole('button', { name: '提交发布' }).click();
  await expect(page.getByRole('dialog')).toContainText(hash);
  await expectReadable(page, '.ant-modal');
  const publication = await propose(page, '提交发布', '电网检修');

  const approver = await consoleOf(browser, 'approver');
  await approver.goto(`/proposals/${publication}`);
  await expect(phone(approver).getByRole('heading', { name: text })).toBeVisible();
  await expect(approver.getByText(hash)).toBeVisible();
  await expectReadable(approver);
  await approve(approver, publication);

  const customer = await browser.newContext({ baseURL: sharedProductUrl(), viewport: { width: 375, height: 812 } });
  await suppressNotices(customer, 'popups');
  const own = await customer.newPage();
  await app.logIn(own, customers.vip);
  await waitUntilIdle(own);
  await confirmAll(own, text);

  await page.goto(address);
  await expect(fact(page, '状态')).toContainText('显示中');
  await expect(fact(page, '发布')).toContainText('support');
  await expect(fact(page, '复核')).toContainText('approver');
  await expect(page.getByText('已确认 1 位；应确认的 1 位客户中还差 0 位。')).toBeVisible();
  const confirmations = page.getByRole('table', { name: '客户确认' });
  await expect(confirmations).toContainText('138****02');
  await page.getByLabel('完整账号或客户编号').fill(customers.main);
  await page.getByLabel('完整账号或客户编号').press('Enter');
  await expect(page.getByText('没有找到')).toBeVisible();
  await choose(page, '还没确认');
  await page.getByLabel('完整账号或客户编号').fill('');
  await page.getByLabel('完整账号或客户编号').press('Enter');
  await expect(page.getByText('都确认了')).toBeVisible();
  await expectReadable(page);

  await page.getByRole('button', { name: '撤下' }).click();
  await approve(approver, await propose(page, '撤下', '检修提前结束'));
  await page.goto(address);
  await expect(fact(page, '状态')).toContainText('已撤下');
  await expect(page.getByText('已确认 1 位')).toBeVisible();
});

/** Ticks and confirms each notice; `text` stands in one of them. */
async function confirmAll(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  let hasSeen = false;
  await expect(async () => {
    if ((await dialog.count()) > 0) {
      hasSeen ||= (await dialog.getByText(text).count()) > 0;
      const tick = dialog.getByRole('checkbox');
      if (!(await tick.isChecked())) await tick.click({ timeout: 2000 });
      await dialog.getByRole('button', { name: '我已知晓' }).click({ timeout: 2000 });
    }
    // The first may not have come yet.
    expect(hasSeen).toBe(true);
    await expect(dialog).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

test('a picture is read from its bytes, shown on the phone and published', async ({ page, browser, playwright }) => {
  const picture = await drawn(page);
  await logIn(page, 'support');
  await page.goto('/content/new?kind=banner');
  const file = page.locator('input[type=file]').first();
  await file.setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('不是完整的 PNG、JPEG、WebP 或 GIF')).toBeVisible();
  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) });
  await expect(page.getByText('图片超过 1 MB')).toBeVisible();
  await file.setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText('686 × 220', { exact: true })).toBeVisible();
  await page.getByLabel('标题').fill('春季活动');
  await expect(phone(page).getByText('春季活动')).toBeVisible();
  await expect(phone(page).locator('img')).toHaveJSProperty('naturalWidth', 686);
  await expectReadable(page);
  await page.getByRole('button', { name: '存草稿并核对' }).click();
  await page.getByRole('button', { name: '提交发布' }).click();
  const approver = await consoleOf(browser, 'approver');
  await approve(approver, await propose(page, '提交发布', '春季活动'));

  const request = await playwright.request.newContext({ baseURL: sharedProductUrl() });
  const api = await Api.logIn(request, customers.vip);
  const shown = async () =>
    (await api.get<Data<'bannerList'>>('/api/banner/list')).find(({ title }) => title === '春季活动');
  const banner = await shown();
  expect((await request.get(banner?.img ?? '')).headers()['content-type']).toBe('image/png');
  await page.reload();
  await page.getByRole('button', { name: '撤下' }).click();
  await approve(approver, await propose(page, '撤下', '活动结束'));
  expect(await shown()).toBeUndefined();
});

/** A banner of the size that the form asks for. */
async function drawn(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [686, 220];
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = '#11151c';
      pen.fillRect(0, 0, 686, 220);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(encoded, 'base64');
}
