// Proves that a screen that failed for want of a network comes back with it, and never blames the server for it.
import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, startFakeServer, unreachable } from '../testing/fake-server.ts';
import { openApp, resetDevice } from '../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

const network = '网络已断开，联网后点击重试';
const server = '服务器暂时没有回应，您的资产不受影响';
const back = () =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  });

it('asks again by itself when the network is back, also where the app began without one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fake = startFakeServer({ outputPage: unreachable });
  await openApp('/dogeList');
  await screen.findByText(network);
  fake.reply({ outputPage: undefined });
  await back();
  await screen.findByText('还没有 DOGE 产出');
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
});

it('keeps the words of what went wrong, whatever the network does after it', async () => {
  startFakeServer({ outputPage: unreachable });
  await openApp('/dogeList');
  await screen.findByText(network);
  expect(screen.queryByText(server)).toBeNull();
});

it('blames the server for what the server failed in, also without a network', async () => {
  startFakeServer({ outputPage: () => answered(503, '服务暂不可用，请稍后再试', null, 503) });
  await openApp('/dogeList');
  await screen.findByText(server);
  act(() => onlineManager.setOnline(false));
  expect(screen.getByText(server)).toBeTruthy();
});
