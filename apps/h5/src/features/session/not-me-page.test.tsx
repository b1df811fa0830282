// Covers the page behind the link of a security notice: opening it changes nothing, one tap freezes.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';

const token = 'T'.repeat(43);
const notice = {
  kind: 'WITHDRAWAL_SUBMITTED' as const,
  time: '2026-11-24T06:00:00.000Z',
  maskedAccount: '138****01',
  subject: '0.10000000 BTC',
  isFrozen: false,
  isUsed: false,
};
const button = { name: '不是我，立即冻结提现' };

beforeEach(() => resetDevice({ isLoggedIn: false }));
afterEach(() => vi.unstubAllGlobals());

describe('NotMePage', () => {
  it('shows the event without a session and freezes by one tap [call:POST /api/user/security/report]', async () => {
    const server = startFakeServer({ securityNotice: () => notice, reportEvent: () => ({ isFrozen: true }) });
    await openApp(`/not_me?token=${token}`);
    await screen.findByText('138****01');
    expect(screen.getByRole('region', { name: '申请提现' }).textContent).toMatch(/金额0.10000000 BTC$/);
    expect(server.of('reportEvent')).toHaveLength(0);
    await act(async () => void fireEvent.click(screen.getByRole('button', button)));
    await screen.findByRole('heading', { name: '提现已冻结' });
    expect(server.of('reportEvent').map(({ body }) => body)).toEqual([{ token }]);
    expect(screen.getByRole('link', { name: '重新设置登录密码' })).toBeTruthy();
  });

  it.each([
    ['an expired or forged token', `/not_me?token=${token}`],
    ['a cut address', '/not_me?token=abc'],
    ['no token', '/pages/not_me/index'],
  ])('says that the link is no good: %s', async (_name, path) => {
    startFakeServer({ securityNotice: () => refused('badLink') });
    await openApp(path);
    await screen.findByRole('heading', { name: '链接无效或已过期' });
    expect(screen.queryByRole('button', button)).toBeNull();
  });

  it('says so when the link was used and staff lifted the freeze [call:GET /api/user/security/notice]', async () => {
    startFakeServer({ securityNotice: () => ({ ...notice, isUsed: true }) });
    await openApp(`/not_me?token=${token}`);
    await screen.findByRole('heading', { name: '链接已使用过' });
  });

  it('asks again after a failure of the network', async () => {
    let tries = 0;
    startFakeServer({ securityNotice: () => ((tries += 1) === 1 ? unreachable() : notice) });
    await openApp(`/not_me?token=${token}`);
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: '重试' })));
    await screen.findByRole('button', button);
  });
});
