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

  it('names a device without a model by its system', async () => {
    const session = {
      id: '3',
      deviceId: 'cccccccc',
      createdAt: '2026-11-19T02:00:00.000Z',
      expiresAt: '2026-12-19T02:00:00.000Z',
      model: null,
      network: '203.0.113.0/24',
      city: '成都',
      isLocalNetwork: false,
      lastUsedAt: '2026-11-19T02:00:00.000Z',
      current: false,
    };
    startFakeServer({
      sessionList: () => [
        { ...session, system: 'Linux', browser: 'Chrome 142' },
        { ...session, id: '4', system: 'Android 14', browser: 'Firefox 130' },
      ],
    });
    await openApp('/sessions');
    const icon = (name: string) =>
      screen.getByText(name).closest('.row')?.querySelector('use')?.getAttribute('href')?.split('#')[1];
    await screen.findByText('Linux · Chrome 142');
    expect(icon('Linux · Chrome 142')).toBe('desktop');
    expect(icon('Android 14 · Firefox 130')).toBe('phone');
  });

  it('shows what each device says of itself and ends all others after a confirmation [call:GET /api/user/session/list] [call:POST /api/user/session/revoke-all]', async () => {
    const server = startFakeServer();
    await openApp('/sessions');
    expect((await screen.findByText('iPhone · Safari 17')).textContent).toContain('本机');
    expect(screen.getByText('成都').parentElement?.textContent).toBe('成都 · 当前在线');
    expect(screen.getByText('城市未知')).toBeTruthy();
    // The device in hand is in use now, whenever it last was before.
    expect(screen.getByText('当前在线').closest('.row')?.textContent).toContain('本机');
    expect(screen.getAllByText(/^最近使用/)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: '下线其他设备' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下线其他设备' }));
    await screen.findByText('已下线 1 台设备');
    expect(server.of('sessionRevokeAll')[0]?.body).toEqual({});
    await waitFor(() => expect(server.of('sessionList')).toHaveLength(2));
  });
});
