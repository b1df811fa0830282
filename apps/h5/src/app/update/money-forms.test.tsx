// Proves that no update can come under any form or dialog of money: each says that it is open as long as it is.
import { useIsHeldForMoney } from '@lode/ui';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCoinUpServer } from '../../features/coin-up/testing/coin-up-answers.ts';
import {
  addresses,
  quoteResponse,
  settingsResponse,
  withdrawal,
} from '../../features/withdraw/testing/withdraw-responses.ts';
import { pageOf, reminderAnswer, userAnswer } from '../../testing/answers.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const serve = () =>
  startFakeServer({
    userInfo: () => ({ ...userAnswer(), hasFundsPassword: true }),
    electricityReminder: () => ({ ...reminderAnswer(), owed: '0.000000' }),
    coinSettings: () => settingsResponse(),
    withdrawTerms: () => quoteResponse(),
    withdrawCheckDevice: () => ({ allowed: true, reason: null, until: null }),
    withdrawCheckAddress: () => ({ valid: true, reason: null, known: true, until: null }),
    withdrawAddressList: () => [],
    withdrawPage: () => pageOf([withdrawal()]),
  });
const isHeldForMoney = () => renderHook(useIsHeldForMoney).result.current;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('a form of money [state:update.forced]', () => {
  it.each([
    ['转入', '/coinup_into', startCoinUpServer, '转入数量'],
    ['转出', '/coinup_out', startCoinUpServer, '转出数量'],
    ['提现', '/withdraw?coin=BTC', serve, '提现数量'],
    ['添加地址', `/withdraw_address?coin=BTC&add=${addresses.BTC}`, serve, '备注名'],
    ['资金密码', '/fundPWA', serve, '新资金密码'],
  ])('%s holds updates off while it is open', async (_form, address, server, field) => {
    server();
    await openApp(address);
    await screen.findByLabelText(field);
    expect(isHeldForMoney()).toBe(true);
    resetDevice({ isLoggedIn: true });
    expect(isHeldForMoney()).toBe(false);
  });

  it('the question whether a withdrawal is taken back holds them off until it is answered', async () => {
    serve();
    await openApp('/withdraw_record_detail?id=18');
    await screen.findByRole('button', { name: '取消提现' });
    expect(isHeldForMoney()).toBe(false);
    await press('取消提现');
    const dialog = within(screen.getByRole('dialog', { name: '取消这笔提现？' }));
    expect(isHeldForMoney()).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: '再等等' }));
    await waitFor(() => expect(isHeldForMoney()).toBe(false));
  });
});
