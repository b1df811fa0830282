// Covers a new-version dialog that fails to render: the app keeps working.
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { openApp, resetDevice } from '../testing/render-app.tsx';

const updateManager = vi.hoisted(() => ({ drawn: 0 }));
vi.mock('./update/update-manager.tsx', () => ({
  UpdateManager() {
    updateManager.drawn += 1;
    throw new Error('the offer cannot be drawn');
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps working when the new-version dialog fails to render [area:app-update]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resetDevice({ isLoggedIn: true });
  startFakeServer();
  await openApp('/mine');
  await screen.findByText('138****20');
  // The update manager loads when the browser is idle.
  await vi.waitFor(() => expect(updateManager.drawn).toBeGreaterThan(0), { timeout: 30_000 });
  await act(async () => undefined);
  expect(screen.getByText('138****20')).toBeTruthy();
  expect(screen.queryByText('页面打开失败')).toBeNull();
});
