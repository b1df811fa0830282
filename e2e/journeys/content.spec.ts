// Covers operator content on the built product: forced notices, popups in order, a banner's page, and an external site,
// which gets no data of the app.
import type { Data } from '@lode/contract';
import type { Page } from '@playwright/test';
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, suppressNotices, test, waitUntilIdle } from '../test.ts';

const popup = (page: Page) => page.getByRole('dialog', { name: '活动' });
const forcedList = (api: Api) => api.get<Data<'forcedNoticeList'>>('/api/force_notify/list');

test.describe('with notices', () => {
  test.use({ notices: true });
  // Each test opens half a dozen pages.
  test.slow();

  test('forced notices: tick and confirm both; they do not return, except for other customers [area:notices-and-popups] [overlay:forced-notice] [entity:forced-notice] [state:forced-notice.tick] [state:forced-notice.confirm] [rule:forced-notice-tick] [error:forced-notice-unticked] [call:GET /api/force_notify/list] [call:POST /api/force_notify/confirm]', async ({
    page,
    context,
    request,
  }) => {
    // No other journey confirms for this customer: the console's confirms for vip.
    const account = customers.empty;
    await suppressNotices(context, 'popups');
    const own = await Api.logIn(request, account);
    const others = await Api.logIn(request, customers.almostOut);
    const asked = await forcedList(own);
    expect(asked).toHaveLength(2);
    const askedOfOthers = await forcedList(others);

    await logIn(page, account);
    await waitUntilIdle(page);
    await expect(page.getByText('公告 1 / 2')).toBeVisible();
    // The page behind has loaded.
    await expect(page.getByText('欢迎使用矿脉')).toBeVisible();
    const confirm = page.getByRole('button', { name: '我已知晓' });
    const tick = page.getByRole('checkbox', { name: '我已阅读并了解以上内容' });
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await confirm.click({ force: true });
    await expect(page.getByText('请先勾选')).toBeVisible();
    expect(await forcedList(own)).toHaveLength(2);
    await tick.click();
    await expect(tick).toBeChecked();
    await tick.click();
    await expect(tick).not.toBeChecked();
    await tick.click();
    // A second tap within 800 ms is ignored, so repeat until it takes effect.
    await expect(async () => {
      await confirm.click({ timeout: 5000 });
      await expect(page.getByText('公告 2 / 2')).toBeVisible({ timeout: 5000 });
    }).toPass();
    expect((await forcedList(own)).map(({ id }) => id)).toEqual([asked[1]?.id]);
    await expect(tick).not.toBeChecked();
    await tick.click();
    await confirm.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.reload();
    await waitUntilIdle(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await forcedList(own)).toEqual([]);
    expect(await forcedList(others)).toEqual(askedOfOthers);
  });

  test('popups: one after another, the first with its page, the second with its site [overlay:home-popup] [entity:home-popup] [route:detail] [route:webview] [call:GET /api/notice/list] [call:GET /api/notice/detail]', async ({
    page,
    context,
    request,
  }) => {
    await suppressNotices(context, 'forced');
    const api = await Api.logIn(request, customers.almostOut);
    const list = await api.get<Data<'popupList'>>('/api/notice/list');
    const [first, second] = list;
    expect(list).toHaveLength(2);
    expect([first?.isHaveDetails, second?.isHaveDetails]).toEqual([true, false]);
    const detail = await api.get<Data<'noticeDetail'>>('/api/notice/detail', {
      id: first?.id ?? '',
      type: 'HomePopup',
    });
    const site = new URL(second?.url ?? '');
    const asked: Record<string, string>[] = [];
    await context.route(`${site.origin}/**`, async (route) => {
      asked.push(await route.request().allHeaders());
      await route.fulfill({
        contentType: 'text/html',
        body: '<h1>outside</h1><script>try { document.title = String(parent.location.href) } catch { document.body.append("shut out") }</script>',
      });
    });

    await logIn(page, customers.almostOut);
    // They appear after everything else.
    await waitUntilIdle(page);
    await expect(popup(page).locator('img')).toHaveAttribute('src', first?.img ?? '');
    await popup(page).getByRole('button', { name: '查看详情' }).click();
    await page.waitForURL(`**/pages/detail/index?id=${first?.id}&type=HomePopup`);
    await expect(page.getByRole('heading', { name: detail.title, level: 2 })).toBeVisible();
    await expect(popup(page)).toHaveCount(0);

    await page.getByRole('button', { name: '返回' }).click();
    await expect(popup(page).locator('img')).toHaveAttribute('src', second?.img ?? '');
    await popup(page).getByRole('button', { name: '查看详情' }).click();
    await page.waitForURL('**/pages/webview/index?url=*');
    await expect(page.getByText(site.host, { exact: true })).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: '继续访问' }).click();
    const inside = page.frameLocator('iframe');
    await expect(inside.getByText('outside')).toBeVisible();
    await expect(inside.getByText('shut out')).toBeVisible();
    // Neither referrer nor cookie.
    for (const headers of asked) {
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['referer']));
      expect(JSON.stringify(headers)).not.toMatch(/accesstoken|deviceid|127\.0\.0\.1/i);
    }

    // Once per start of the app: there is no third.
    await page.getByRole('button', { name: '返回' }).click();
    await page.waitForURL('**/index');
    await expect(page.getByRole('heading', { name: '净收益' })).toBeVisible();
    await waitUntilIdle(page);
    await expect(popup(page)).toHaveCount(0);
  });
});

test('a banner links to its page, the strip to its notice [area:home] [call:GET /api/banner/list] [call:GET /api/banner/detail] [call:GET /api/setting/detail/notice]', async ({
  page,
  request,
}) => {
  const api = await Api.logIn(request, customers.main);
  const [banner] = await api.get<Data<'bannerList'>>('/api/banner/list');
  const strip = await api.get<Data<'noticeStrip'>>('/api/setting/detail/notice');
  const detail = await api.get<Data<'bannerDetail'>>('/api/banner/detail', { id: banner?.id ?? '' });
  await logIn(page, customers.main);
  const picture = page.getByRole('region', { name: '活动' }).getByRole('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await picture.click();
  await page.waitForURL(`**/pages/detail/index?id=${banner?.id}&type=Banner`);
  await expect(page.getByRole('heading', { name: detail.title, level: 2 })).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('link', { name: strip?.content ?? '' }).click();
  await page.waitForURL(`**/pages/detail/index?id=${strip?.id}&type=Notice`);
  await expect(page.getByText('发布')).toBeVisible();
});

test('a link that is not a web page does not open [route:webview]', async ({ page }) => {
  await logIn(page, customers.main);
  const own = new URL(page.url()).origin;
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://lode@evil.example/', `${own}/index`]) {
    await page.goto(`/pages/webview/index?url=${encodeURIComponent(url)}`);
    await expect(page.getByText('无法打开该链接')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
  }
});
