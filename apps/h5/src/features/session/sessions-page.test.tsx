// Covers the list of sessions: what it shows of a device, and ending one or all others.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

describe('SessionsPage', () => {
  it('revokes another session after a confirmation, never the current one [call:POST /api/user/session/revoke]', async () => {
    const server = startFakeServer();
    await openApp('/sessions');
    fireEvent.click(await screen.findByRole('button', { name: '下线' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下线' }));
    await waitFor(() => expect(server.of('sessionRevoke')[0]?.body).toEqual({ id: '2' }));
    await waitFor(() => expect(server.of('sessionList')).toHaveLength(2));
  });

  it('shows what each device says of itself and ends all others after a confirmation [call:GET /api/user/session/list] [call:POST /api/user/session/revoke-all]', async () => {
    const server = startFakeServer();
    await openApp('/sessions');
    expect((await screen.findByText('iPhone')).textContent).toContain('本机');
    expect(screen.getByText('成都').parentElement?.textContent).toBe('iOS 17.5 · Safari 17 · 成都');
    expect(screen.getByText('城市未知')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '全部下线' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '全部下线' }));
    await screen.findByText('已下线 1 台设备');
    expect(server.of('sessionRevokeAll')[0]?.body).toEqual({});
    await waitFor(() => expect(server.of('sessionList')).toHaveLength(2));
  });
});
