// Covers a session that another tab has ended: this one leaves too, without a tap.
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { rootStore } from './root-store.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

/** As another tab writes it: this one only hears of it. */
const inOtherTab = (key: string | null, change: (state: Record<string, unknown>) => void) =>
  act(async () => {
    const stored = JSON.parse(localStorage.getItem('root') ?? '{}');
    change(stored.state);
    if (key === null) localStorage.clear();
    else localStorage.setItem('root', JSON.stringify(stored));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });

it.each(['root', null])('ends with the token on the device (key %s)', async (key) => {
  startFakeServer();
  await openApp('/index');
  await screen.findByText('总资产折合（USDT）');
  await inOtherTab(key, (state) => {
    state.token = null;
  });
  await waitFor(() => expect(currentAddress()).toBe('/login'));
  expect(screen.queryByText('总资产折合（USDT）')).toBeNull();
});

it('goes on while the device has a token', async () => {
  startFakeServer();
  await openApp('/index');
  await screen.findByText('总资产折合（USDT）');
  await inOtherTab('root', (state) => {
    state.language = 'en';
  });
  expect(rootStore.getState().token).not.toBeNull();
  expect(currentAddress()).toBe('/index');
});
