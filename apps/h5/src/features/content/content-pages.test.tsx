// Covers operator content: details, external sites, the about page, and the page for closed regions.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkVersion } from '../../lib/check-version.ts';
import { envelopeWith, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const webview = (url: string) => `/pages/webview/index?url=${encodeURIComponent(url)}`;
const frame = () => document.querySelector('iframe');

describe('DetailPage', () => {
  it('shows the content of a popup, with its links through the webview [route:detail]', async () => {
    startFakeServer();
    await openApp('/pages/detail/index?id=1&type=HomePopup');
    expect(await screen.findByRole('heading', { name: '乐山二期停电检修', level: 2 })).toBeTruthy();
    expect(screen.getByText('电网公告').getAttribute('href')).toBe(webview('https://grid.example/notice'));
  });

  it.each([
    '/detail',
    '/detail?id=1',
    '/detail?id=1&type=Other',
    '/detail?id=9&type=Banner',
    '/detail?id=9&type=Notice',
  ])('reports missing content at %s', async (address) => {
    const gone = () => envelopeWith(404, '内容不存在', null, 404);
    startFakeServer({ bannerDetail: gone, noticeDetail: gone });
    await openApp(address);
    expect(await screen.findByText('可能已下线，或链接有误')).toBeTruthy();
  });

  it('offers 重试 after a failure', async () => {
    const server = startFakeServer({ noticeDetail: unreachable });
    await openApp('/detail?id=1&type=Notice');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ noticeDetail: undefined });
    fireEvent.click(retry);
    expect(await screen.findByText('2026-11-19 10:00 发布')).toBeTruthy();
  });
});

describe('WebviewPage', () => {
  it('opens a listed site at once, in a sandboxed frame [route:webview]', async () => {
    startFakeServer();
    await openApp(webview('https://docs.example/a?b=c'));
    await waitFor(() => expect(frame()).not.toBeNull());
    expect(frame()?.getAttribute('src')).toBe('https://docs.example/a?b=c');
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    expect(frame()?.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(screen.getByText('docs.example')).toBeTruthy();
    const outside = screen.getByRole('link', { name: '在浏览器中打开' });
    expect([outside.getAttribute('href'), outside.getAttribute('rel')]).toEqual([
      'https://docs.example/a?b=c',
      'noopener noreferrer',
    ]);
  });

  it('hides the host when the frame navigates away', async () => {
    startFakeServer();
    await openApp(webview('https://docs.example/'));
    await waitFor(() => expect(frame()).not.toBeNull());
    const load = () => fireEvent.load(frame() as Element);
    load();
    expect(screen.queryByText('已离开 docs.example')).toBeNull();
    expect(screen.getByRole('img', { name: '已加密' })).toBeTruthy();
    load();
    expect(screen.getByText('已离开 docs.example')).toBeTruthy();
    expect(screen.queryByRole('img', { name: '已加密' })).toBeNull();
  });

  it.each(['http://docs.example/', 'https://docs.example:8443/'])(
    'asks before %s, whose host is listed',
    async (url) => {
      startFakeServer();
      await openApp(webview(url));
      expect(await screen.findByText('即将离开矿脉')).toBeTruthy();
    },
  );

  it('offers the browser at once where the customer chose it before, and the frame again on request', async () => {
    startFakeServer();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await openApp(webview('https://docs.example/'));
    await waitFor(() => expect(frame()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: '在浏览器中打开' }));
    expect(open).toHaveBeenLastCalledWith('https://docs.example/', '_blank', 'noopener,noreferrer');
    cleanup();
    await openApp(webview('https://docs.example/other'));
    expect(await screen.findByText(/您上次改用浏览器打开了它/)).toBeTruthy();
    expect(frame()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '在浏览器中打开' }));
    expect(open).toHaveBeenLastCalledWith('https://docs.example/other', '_blank', 'noopener,noreferrer');
    fireEvent.click(screen.getByRole('button', { name: '仍在应用内打开' }));
    await waitFor(() => expect(frame()?.getAttribute('src')).toBe('https://docs.example/other'));
  });

  it('asks before opening any other site, naming the host that the browser connects to', async () => {
    startFakeServer();
    await openApp(webview('https://bänk.example/login'));
    expect(await screen.findByText('即将离开矿脉')).toBeTruthy();
    expect(screen.getByText('xn--bnk-qla.example')).toBeTruthy();
    expect(frame()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '继续访问' }));
    expect(frame()?.getAttribute('src')).toBe('https://xn--bnk-qla.example/login');
  });

  it('asks for every site while the list is unknown [call:GET /api/setting/detail/webview]', async () => {
    startFakeServer({ webviewHosts: unreachable });
    await openApp(webview('https://docs.example/'));
    expect(await screen.findByText('即将离开矿脉')).toBeTruthy();
  });

  it.each([
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@docs.example/',
    `${window.location.origin}/index`,
  ])('refuses %j', async (url) => {
    startFakeServer();
    await openApp(webview(url));
    expect(await screen.findByText('无法打开该链接')).toBeTruthy();
    expect(frame()).toBeNull();
  });
});

describe('AboutPage', () => {
  it('shows operator, version, the way to support and agreements, also without a session [route:about]', async () => {
    resetDevice({ isLoggedIn: false });
    startFakeServer();
    await openApp('/about');
    expect((await screen.findByRole('link', { name: '联系您的客户经理' })).getAttribute('href')).toMatch(/support/);
    expect(screen.getByText('1.0.0.0')).toBeTruthy();
    // Nothing of how the client is built or served.
    expect(document.body.textContent).not.toContain(window.location.host);
    expect(document.body.textContent).not.toContain('H5');
    for (const name of ['用户协议', '隐私政策', '风险声明', 'COIN UP 协议']) {
      expect(screen.getByRole('link', { name })).toBeTruthy();
    }
  });
});

describe('a closed region', () => {
  const closed = () => envelopeWith(451, '您所在的国家或地区暂不提供服务', null, 451);

  it('replaces any page, and can be retried', async () => {
    const server = startFakeServer({ indexInfo: closed, webviewHosts: closed });
    await openApp('/index');
    await screen.findByText(/您所在的国家或地区暂不提供服务。/);
    expect(currentAddress()).toBe('/pages/closed/index');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '重新检查' })));
    expect(currentAddress()).toBe('/pages/closed/index');
    server.reply({ indexInfo: undefined, webviewHosts: undefined });
    await new Promise((resolve) => setTimeout(resolve, 850));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '重新检查' })));
    await screen.findByText('总资产折合（USDT）');
    expect(currentAddress()).toBe('/index');
  });

  it('leads to whom to ask, and stays there while every other call is refused', async () => {
    const faq = [{ question: '何时恢复？', answer: '请以公告为准。' }];
    const supportInfo = () => ({ name: '小林', wechat: null, phone: null, mail: null, hours: null, faq });
    const server = startFakeServer({ indexInfo: closed, webviewHosts: closed, appVersion: closed, supportInfo });
    await openApp('/index');
    fireEvent.click(await screen.findByRole('link', { name: '联系客服' }));
    expect(await screen.findByText('小林')).toBeTruthy();
    await act(async () => void (await checkVersion()));
    // Once more where the page's own check has come due meanwhile.
    expect(server.of('appVersion').length).toBeGreaterThan(0);
    expect(currentAddress()).toBe('/pages/support/index');
  });

  it('is reported before the customer types a password [call:GET /api/app/isNeedUpdate]', async () => {
    resetDevice({ isLoggedIn: false });
    startFakeServer({ appVersion: closed });
    await openApp('/login');
    await screen.findByText(/您所在的国家或地区暂不提供服务。/, {}, { timeout: 5000 });
    expect(currentAddress()).toBe('/pages/closed/index');
  });
});
