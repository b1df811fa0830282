// Covers operator content on the home page: strip and banners after the figures, then forced notices, then popups.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../lib/session/session.ts';
import { updateDialog } from '../../../lib/update-dialog.ts';
import { deferredReply, envelopeWith, startFakeServer, unreachable } from '../../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../../testing/render-app.tsx';
import { homeResponse, picture } from '../../../testing/responses.ts';

beforeEach(() => {
  // The popup queue belongs to a customer: each test has another.
  endSession('logout');
  resetDevice({ isLoggedIn: true });
});
afterEach(() => vi.unstubAllGlobals());

const banner = (id: string, more: { isHaveDetails?: boolean; url?: string; title?: string } = {}) => ({
  id,
  img: picture(id),
  title: null as string | null,
  isHaveDetails: false,
  url: null,
  ...more,
});
const notice = (id: string, texts: string) => ({ id, img: null, content: `<br><p>${texts}</p>` });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tickAndConfirm = async () => {
  fireEvent.click(screen.getByRole('checkbox', { name: '我已阅读并了解以上内容' }));
  await act(async () => press('我已知晓'));
};

describe('the home page', () => {
  it('requests no operator content before its own figures have loaded [area:home] [call:GET /api/index/info]', async () => {
    const figures = deferredReply<'indexInfo'>();
    const server = startFakeServer({ indexInfo: () => figures.data });
    await openApp('/index');
    await waitFor(() => expect(server.of('electricityReminder')).toHaveLength(1));
    const content = ['noticeStrip', 'bannerList', 'forcedNoticeList', 'popupList'] as const;
    for (const name of content) expect(server.of(name)).toHaveLength(0);
    await act(async () => figures.release(homeResponse()));
    await screen.findByText('总资产折合（USDT）');
    for (const name of content) await waitFor(() => expect(server.of(name)).toHaveLength(1));
    expect(await screen.findByText('暂无新公告')).toBeTruthy();
  });

  it('links the strip to its notice [call:GET /api/setting/detail/notice] [call:GET /api/notice/detail]', async () => {
    const server = startFakeServer({
      noticeStrip: () => ({ id: '5', content: '乐山二期停电检修', time: '2026-11-19T02:00:00.000Z' }),
    });
    await openApp('/index');
    fireEvent.click(await screen.findByRole('link', { name: '乐山二期停电检修' }));
    await screen.findByText('2026-11-19 10:00 发布');
    expect(currentAddress()).toBe('/pages/detail/index?id=5&type=Notice');
    expect(server.of('noticeDetail')[0]?.url.search).toBe('?id=5&type=Notice');
  });

  it('keeps its figures when operator content fails', async () => {
    startFakeServer({ noticeStrip: unreachable, bannerList: unreachable, forcedNoticeList: unreachable });
    await openApp('/index');
    expect(await screen.findByText('公告暂时无法加载')).toBeTruthy();
    expect(screen.getByRole('img', { name: '22,007.90' })).toBeTruthy();
  });

  it('shows banners that link to a detail page, to a site in the webview, or to nothing [call:GET /api/banner/list] [call:GET /api/banner/detail]', async () => {
    const server = startFakeServer({
      bannerList: () => [
        banner('a', { isHaveDetails: true }),
        banner('b', { url: 'https://docs.example/a?b=1' }),
        banner('c'),
        banner('d', { url: 'https://u:p@evil.example', title: '托管费说明' }),
      ],
    });
    await openApp('/index');
    const banners = within(await screen.findByRole('region', { name: '活动' }));
    expect(banners.getAllByRole('img').map((img) => img.getAttribute('src'))).toEqual(
      ['a', 'b', 'c', 'd'].map(picture),
    );
    expect(banners.getAllByRole('img').at(-1)?.getAttribute('alt')).toBe('托管费说明');
    expect(banners.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/pages/detail/index?id=a&type=Banner',
      '/pages/webview/index?url=https%3A%2F%2Fdocs.example%2Fa%3Fb%3D1',
    ]);
    fireEvent.click(banners.getByRole('link', { name: '活动 1 / 4' }));
    await screen.findByText('2026-11-19 10:00 发布');
    expect(server.of('bannerDetail')[0]?.url.search).toBe('?id=a');
  });
});

describe('the badge of the demo', () => {
  const replayed = () => ({ ...homeResponse(), mining: { ...homeResponse().mining, source: 'demo-replay' as const } });

  it('stands once where figures are a demo’s, and does not return once dismissed', async () => {
    startFakeServer({ indexInfo: replayed });
    await openApp('/index');
    expect(await screen.findAllByText('演示数据')).toHaveLength(1);
    press('不再显示演示标记');
    await waitFor(() => expect(screen.queryByText('演示数据')).toBeNull());
    expect(localStorage.getItem('demo-badge')).toContain('"isDismissed":true');
  });

  it('stands nowhere in production', async () => {
    startFakeServer({
      indexInfo: () => ({ ...replayed(), mining: { ...homeResponse().mining, source: 'node' as const } }),
    });
    await openApp('/index');
    expect(await screen.findByText('暂无新公告')).toBeTruthy();
    expect(screen.queryByText('演示数据')).toBeNull();
  });
});

describe('a customer without machines', () => {
  it('sees first steps in place of zeros, and what is done of them', async () => {
    const info = homeResponse();
    info.mining = { ...info.mining, machineCount: 0, runningCount: 0, statusCounts: [] };
    info.electricity = { ...info.electricity, available: '0.000000', owed: '0.000000' };
    const server = startFakeServer({ indexInfo: () => info });
    await openApp('/index');
    const steps = within(await screen.findByRole('region', { name: '开始使用' }));
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/pages/fundPWA/index',
      '/recharge?coin=USDT',
    ]);
    await waitFor(() => expect(steps.getAllByRole('img', { name: '已完成' }).length).toBeGreaterThan(0));
    expect(screen.queryByText('我的矿机')).toBeNull();
    const electricity = () => screen.queryByRole('region', { name: '电费' });
    expect(electricity()).toBeNull();
    // A debt is shown without machines too.
    server.reply({ indexInfo: () => ({ ...info, electricity: { ...info.electricity, owed: '3.000000' } }) });
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(electricity()).not.toBeNull());
  });
});

describe('forced notices', () => {
  it('are confirmed one by one and do not return; popups wait for them [area:notices-and-popups] [call:GET /api/force_notify/list] [call:POST /api/force_notify/confirm] [entity:forced-notice]', async () => {
    const confirmed = new Set<unknown>();
    const server = startFakeServer({
      forcedNoticeList: () => [notice('7', '停电检修'), notice('8', '费率调整')].filter(({ id }) => !confirmed.has(id)),
      confirmForcedNotice: ({ body }) => {
        confirmed.add((body as { notifyId: string }).notifyId);
        return null;
      },
    });
    await openApp('/index');
    await screen.findByText('停电检修');
    expect(server.of('popupList')).toHaveLength(0);
    press('我已知晓');
    await screen.findByText('请先勾选');
    expect(server.of('confirmForcedNotice')).toHaveLength(0);
    // The button's throttle.
    await new Promise((resolve) => setTimeout(resolve, 850));
    await tickAndConfirm();
    await screen.findByText('费率调整');
    await tickAndConfirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.of('confirmForcedNotice').map(({ body }) => body)).toEqual([{ notifyId: '7' }, { notifyId: '8' }]);
    await waitFor(() => expect(server.of('popupList')).toHaveLength(1));

    fireEvent.click(within(screen.getByRole('navigation')).getByText('我的'));
    await screen.findByText('退出登录');
    fireEvent.click(within(screen.getByRole('navigation')).getByText('首页'));
    await screen.findByText('总资产折合（USDT）');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stay when a confirmation fails, and reappear when their text changed', async () => {
    const server = startFakeServer({
      forcedNoticeList: () => [notice('7', '停电检修')],
      confirmForcedNotice: unreachable,
    });
    await openApp('/index');
    await screen.findByText('停电检修');
    await tickAndConfirm();
    await screen.findByText('没有确认成功，请重试');
    expect(screen.getByText('停电检修')).toBeTruthy();
    // A changed notice has a new id.
    server.reply({
      confirmForcedNotice: ({ body }) =>
        (body as { notifyId: string }).notifyId === '9' ? null : envelopeWith(404, '内容不存在', null, 404),
      forcedNoticeList: () => [notice('9', '停电改期')],
    });
    await new Promise((resolve) => setTimeout(resolve, 850));
    await act(async () => press('我已知晓'));
    await screen.findByText('停电改期');
    await tickAndConfirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.of('popupList')).toHaveLength(1));
  });
});

describe('home popups', () => {
  it('wait while an update is offered', async () => {
    updateDialog.isOpen = true;
    const server = startFakeServer({ popupList: () => [banner('a')] });
    await openApp('/index');
    await waitFor(() => expect(server.of('popupList')).toHaveLength(1));
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).toBeNull();
    updateDialog.isOpen = false;
    await screen.findByRole('dialog');
  });

  it('appear on the home page only, at either of its addresses, also while it is loading [overlay:home-popup]', async () => {
    startFakeServer({ popupList: () => [banner('a')] });
    await openApp('/index');
    await screen.findByRole('dialog', { name: '活动' });
    const addressBecomes = (address: string) => window.history.replaceState(window.history.state, '', address);
    const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The address has changed and its page is loading.
    addressBecomes('/devices');
    await isGone();
    addressBecomes('/pages/index/index');
    await screen.findByRole('dialog', { name: '活动' });
    addressBecomes('/index2');
    await isGone();
    addressBecomes('/index');
    await screen.findByRole('dialog', { name: '活动' });
  });

  it('appear one after another and link to their detail page or site; closed ones do not return [overlay:home-popup] [entity:home-popup] [call:GET /api/notice/list] [route:detail]', async () => {
    const server = startFakeServer({
      popupList: () => [
        banner('a'),
        banner('b', { isHaveDetails: true }),
        banner('c', { url: 'https://docs.example/' }),
      ],
    });
    await openApp('/index');
    const popup = async (id: string) => {
      // The previous popup may still be closing.
      await waitFor(() => expect(document.querySelector('[role=dialog] img')?.getAttribute('src')).toBe(picture(id)));
      return within(screen.getByRole('dialog', { name: '活动' }));
    };
    const first = await popup('a');
    expect(first.queryByRole('button', { name: '查看详情' })).toBeNull();
    fireEvent.click(first.getByRole('button', { name: '关闭' }));
    fireEvent.click((await popup('b')).getByRole('button', { name: '查看详情' }));
    await screen.findByText('2026-11-19 10:00 发布');
    expect(currentAddress()).toBe('/pages/detail/index?id=b&type=HomePopup');
    expect(server.of('noticeDetail')[0]?.url.search).toBe('?id=b&type=HomePopup');
    expect(screen.queryByRole('dialog')).toBeNull();
    press('返回');
    fireEvent.click((await popup('c')).getByRole('button', { name: '查看详情' }));
    await waitFor(() => expect(currentAddress()).toBe('/pages/webview/index?url=https%3A%2F%2Fdocs.example%2F'));
    expect(server.of('popupList')).toHaveLength(1);
  });
});
