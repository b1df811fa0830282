// Covers every form and dialog of money: each blocks updates while it is open.
import { useIsReloadBlocked } from '@lode/ui';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCoinUpServer } from '../../features/coin-up/testing/coin-up-responses.ts';
import { addresses, withdrawReplies } from '../../features/withdraw/testing/withdraw-responses.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const serve = () => startFakeServer(withdrawReplies);
const isReloadBlocked = () => renderHook(useIsReloadBlocked).result.current;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('money forms [state:update.forced]', () => {
  it.each([
    ['转入', '/coinup_into', startCoinUpServer, '转入数量'],
    ['转出', '/coinup_out', startCoinUpServer, '转出数量'],
    ['提现', '/withdraw?coin=BTC', serve, '提现数量'],
    ['添加地址', `/withdraw_address?coin=BTC&add=${addresses.BTC}`, serve, '备注名'],
    ['资金密码', '/fundPWA', serve, '新资金密码'],
  ])('%s blocks updates while it is open', async (_form, address, server, field) => {
    server();
    await openApp(address);
    await screen.findByLabelText(field);
    expect(isReloadBlocked()).toBe(true);
    resetDevice({ isLoggedIn: true });
    expect(isReloadBlocked()).toBe(false);
  });

  it('the cancellation dialog of a withdrawal blocks updates until it is answered', async () => {
    serve();
    await openApp('/withdraw_record_detail?id=18');
    await screen.findByRole('button', { name: '取消提现' });
    expect(isReloadBlocked()).toBe(false);
    await press('取消提现');
    const dialog = within(screen.getByRole('dialog', { name: '取消这笔提现？' }));
    expect(isReloadBlocked()).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: '再等等' }));
    await waitFor(() => expect(isReloadBlocked()).toBe(false));
  });
});
