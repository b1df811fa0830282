// Covers the risk disclosure: readable without a session, confirmed in the version shown, after a tick.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, envelopeWith, refused, startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { agreementResponse } from '../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const confirm = () => screen.getByRole('button', { name: '确认' });
const press = () => act(async () => void fireEvent.click(confirm()));
const unconfirmed = () => ({ version: '2026-01', confirmed: false });

describe('风险声明', () => {
  it('requires the tick, confirms the version shown, and returns to the form [route:user_sm] [call:POST /api/user/risk-statement/confirm]', async () => {
    const server = startFakeServer({ riskDisclosure: unconfirmed });
    await openApp('/mine');
    fireEvent.click(await screen.findByText('风险声明'));
    expect(await screen.findByRole('heading', { name: '一、价格风险' })).toBeTruthy();
    expect(await screen.findByText('版本 2026-01 · 2026-01-01 起生效')).toBeTruthy();
    await waitFor(() => expect(confirm().getAttribute('aria-disabled')).toBe('true'));

    await press();
    await screen.findByText('请先勾选');
    expect(server.of('confirmRiskDisclosure')).toHaveLength(0);

    fireEvent.click(screen.getByRole('checkbox', { name: /我已完整阅读/ }));
    await new Promise((resolve) => setTimeout(resolve, 850));
    await press();
    await waitFor(() => expect(currentAddress()).toBe('/mine'));
    expect(server.of('confirmRiskDisclosure')[0]?.body).toEqual({ version: '2026-01' });
  });

  it('does not navigate when the customer left before the response', async () => {
    const response = deferredReply<'confirmRiskDisclosure'>();
    const server = startFakeServer({ riskDisclosure: unconfirmed, confirmRiskDisclosure: () => response.data });
    await openApp('/mine');
    fireEvent.click(await screen.findByText('风险声明'));
    fireEvent.click(await screen.findByRole('checkbox', { name: /我已完整阅读/ }));
    await press();
    await waitFor(() => expect(server.of('confirmRiskDisclosure')).toHaveLength(1));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '返回' })));
    await waitFor(() => expect(currentAddress()).toBe('/mine'));
    fireEvent.click(await screen.findByText('关于矿脉'));
    await waitFor(() => expect(currentAddress()).toBe('/pages/about/index'));
    const back = vi.spyOn(window.history, 'go');
    await act(async () => response.release(null));
    await screen.findByText('已确认');
    expect(back).not.toHaveBeenCalled();
    expect(currentAddress()).toBe('/pages/about/index');
    back.mockRestore();
  });

  it('reports that it is confirmed and hides the button', async () => {
    startFakeServer();
    await openApp('/pages/user_sm/index');
    await screen.findByText('您已确认本声明（版本 2026-01）');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: '确认' })).toBeNull();
  });

  it('offers 重试 below the text when the confirmation status is unknown', async () => {
    const server = startFakeServer({ riskDisclosure: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/user_sm');
    await screen.findByRole('heading', { name: '一、价格风险' });
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ riskDisclosure: unconfirmed });
    await act(async () => void fireEvent.click(retry));
    await screen.findByRole('checkbox', { name: /我已完整阅读/ });
    expect(confirm()).toBeTruthy();
  });

  it('is readable without a session and makes no customer calls [call:GET /api/setting/detail/agreement]', async () => {
    resetDevice({ isLoggedIn: false });
    const server = startFakeServer();
    await openApp('/user_sm');
    await screen.findByRole('heading', { name: '一、价格风险' });
    expect(server.of('riskDisclosure')).toHaveLength(0);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows the new version when another one came into force [call:GET /api/user/risk-statement]', async () => {
    let version = '2026-01';
    const server = startFakeServer({
      riskDisclosure: unconfirmed,
      agreement: () => ({ ...agreementResponse('user_sm'), version }),
      confirmRiskDisclosure: () => refused('notOperable', { version: '2026-02' }),
    });
    await openApp('/user_sm');
    fireEvent.click(await screen.findByRole('checkbox'));
    version = '2026-02';
    await press();
    await screen.findByText(/^版本 2026-02 · /);
    expect(server.of('agreement')).toHaveLength(2);
    expect(currentAddress()).toBe('/user_sm');
  });
});
