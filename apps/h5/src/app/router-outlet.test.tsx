// Covers navigation between history entries of the same page, and scroll restoration on 返回.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { openApp, resetDevice } from '../testing/render-app.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows another entry of the same page as a new page: scrolled to the top and focused [router:history]', async () => {
  resetDevice({ isLoggedIn: true });
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const notice = (id: string) => `/pages/detail/index?id=${id}&type=Notice`;
  startFakeServer({
    noticeDetail: ({ url }) => ({
      id: url.searchParams.get('id') ?? '',
      title: `公告 ${url.searchParams.get('id')}`,
      content: '<p>x</p>',
      publishTime: '2026-11-19T02:00:00.000Z',
    }),
  });
  await openApp(notice('1'));
  await screen.findByRole('heading', { name: '公告 1', level: 2 });
  scrolled.mockClear();
  await act(async () => {
    window.history.pushState({ key: 'second', idx: 1, own: null }, '', notice('2'));
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByRole('heading', { name: '公告 2', level: 2 });
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
  expect(document.activeElement?.className).toBe('stage');
  scrolled.mockRestore();
});

it('restores the scroll position on return, starts a new page at the top, and focuses each [router:history]', async () => {
  resetDevice({ isLoggedIn: true });
  startFakeServer({});
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const position = vi.spyOn(window, 'scrollY', 'get');
  await openApp('/mine', { key: 'first', idx: 0, own: null });
  const link = await screen.findByRole('link', { name: /关于/ });
  link.focus();
  scrolled.mockClear();
  position.mockReturnValue(700);
  fireEvent.click(link);
  await screen.findByRole('heading', { name: '关于矿脉' });
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
  expect(document.activeElement?.className).toBe('stage');

  const [entry, place] = [window.history.state as unknown, window.location.pathname];
  const step = (state: unknown, address: string) =>
    act(async () => {
      window.history.replaceState(state, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
  scrolled.mockClear();
  position.mockReturnValue(120);
  await step({ key: 'first', idx: 0, own: null }, '/mine');
  await screen.findByRole('link', { name: /关于/ });
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 700);
  expect(document.activeElement?.className).toBe('stage');
  scrolled.mockClear();
  await step(entry, place);
  await screen.findByRole('heading', { name: '关于矿脉' });
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 120);
  vi.restoreAllMocks();
});
