// Covers the error states of a query: it recovers when the network returns, and distinguishes a lost network from a failed
// server.
import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { envelopeWith, startFakeServer, unreachable } from '../testing/fake-server.ts';
import { openApp, resetDevice } from '../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

const network = '网络已断开，联网后点击重试';
const onTheWay = '网络错误，请检查网络';
const server = '服务器暂时没有回应，您的资产不受影响';
const back = () =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  });

it('refetches when the network returns, also when the app started offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fake = startFakeServer({ outputPage: unreachable });
  await openApp('/dogeList');
  await screen.findByText(network);
  fake.reply({ outputPage: undefined });
  await back();
  await screen.findByText('还没有 DOGE 产出');
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
});

it('keeps the message of the failure when the network changes later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  startFakeServer({ outputPage: unreachable, indexInfo: unreachable });
  await openApp('/dogeList');
  await screen.findByText(network);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => onlineManager.setOnline(false));
  act(() => onlineManager.setOnline(true));
  expect(screen.getByText(network)).toBeTruthy();
  expect(screen.queryByText(server)).toBeNull();
});

it.each(['/dogeList', '/devices'])('does not report a lost network while the device is online, on %s', async (page) => {
  startFakeServer({ outputPage: unreachable, machinePage: unreachable });
  await openApp(page);
  // On the page and in the toast of the failed call.
  await screen.findAllByText(onTheWay);
  await screen.findByRole('button', { name: '重试' });
  expect(document.querySelector('main')?.textContent).toContain(onTheWay);
  expect(screen.queryByText(network)).toBeNull();
});

it('reports a server failure as such while offline', async () => {
  startFakeServer({ outputPage: () => envelopeWith(503, '服务暂不可用，请稍后再试', null, 503) });
  await openApp('/dogeList');
  await screen.findByText(server);
  act(() => onlineManager.setOnline(false));
  expect(screen.getByText(server)).toBeTruthy();
});
