// Proves that the statement is shown to anybody, and confirmed by a customer in the version that was shown, after a tick.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agreementAnswer } from '../../testing/answers.ts';
import { refused, startFakeServer } from '../../testing/fake-server.ts';
import { here, openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const confirm = () => screen.getByRole('button', { name: '确认' });
const press = () => act(async () => void fireEvent.click(confirm()));
const unconfirmed = () => ({ version: '2026-01', confirmed: false });

describe('风险声明', () => {
  it('wants the tick, confirms the version that was shown, and leads back [route:user_sm]', async () => {
    const server = startFakeServer({ riskStatement: unconfirmed });
    await openApp('/mine');
    fireEvent.click(await screen.findByText('风险声明'));
    expect(await screen.findByRole('heading', { name: '一、价格风险' })).toBeTruthy();
    expect(await screen.findByText('版本 2026-01')).toBeTruthy();
    await waitFor(() => expect(confirm().getAttribute('aria-disabled')).toBe('true'));

    await press();
    await screen.findByText('请先勾选');
    expect(server.of('confirmRiskStatement')).toHaveLength(0);

    fireEvent.click(screen.getByRole('checkbox', { name: /我已完整阅读/ }));
    await new Promise((resolve) => setTimeout(resolve, 850));
    await press();
    await waitFor(() => expect(here()).toBe('/mine'));
    expect(server.of('confirmRiskStatement')[0]?.body).toEqual({ version: '2026-01' });
  });

  it('says that it is confirmed and asks no more', async () => {
    startFakeServer();
    await openApp('/pages/user_sm/index');
    await screen.findByText('您已确认本声明');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: '确认' })).toBeNull();
  });

  it('can be read without a session, and asks the server nothing of a customer', async () => {
    resetDevice({ isLoggedIn: false });
    const server = startFakeServer();
    await openApp('/user_sm');
    await screen.findByRole('heading', { name: '一、价格风险' });
    expect(server.of('riskStatement')).toHaveLength(0);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows the new version when another one came into force meanwhile', async () => {
    let version = '2026-01';
    const server = startFakeServer({
      riskStatement: unconfirmed,
      agreement: () => ({ ...agreementAnswer('user_sm'), version }),
      confirmRiskStatement: () => refused('notOperable', { version: '2026-02' }),
    });
    await openApp('/user_sm');
    fireEvent.click(await screen.findByRole('checkbox'));
    version = '2026-02';
    await press();
    await screen.findByText('版本 2026-02');
    expect(server.of('agreement')).toHaveLength(2);
    expect(here()).toBe('/user_sm');
  });
});
