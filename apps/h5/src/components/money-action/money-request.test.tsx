// Covers a request without a response: sent again it keeps its idempotency key.
import type { Data } from '@lode/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../lib/session/session.ts';
import { envelopeWith, refused, unreachable } from '../../testing/fake-server.ts';
import { click, noDialog, onDone, onRefused, open, record, requestIds, type } from '../../testing/money-form.tsx';
import { resetDevice } from '../../testing/render-app.tsx';
import { loginResponse } from '../../testing/responses.ts';
import { clearMemory } from './pending-idempotency-keys.ts';

beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  clearMemory();
  onDone.mockClear();
  onRefused.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('a request without a response', () => {
  it('keeps the digits; 确认 sends the same request again', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    server.reply({ coinUpSubscribe: () => record });
    await click('确认');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it('keeps its key across a closed dialog and a reload', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    cleanup();
    clearMemory();
    const again = open();
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(requestIds(again)).toEqual(requestIds(server));
  });

  it('stores its key without its input', async () => {
    open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    expect(sessionStorage.getItem('requests')).toMatch(/requestId/);
    expect(sessionStorage.getItem('requests')).not.toMatch(/120|USDT|coinUp/);
  });

  it.each([
    ['the session ended', () => refused('sessionExpired')],
    ['the account was disabled', () => refused('accountDisabled')],
  ])('keeps its key when %s before the server processed it [code:10111] [code:1001]', async (_what, reply) => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    server.reply({ coinUpSubscribe: reply });
    await click('确认');
    await noDialog();
    await act(async () => startSession(loginResponse()));
    server.reply({ coinUpSubscribe: () => record });
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(requestIds(server)).toHaveLength(3);
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it.each([400, 404, 413, 415])('keeps its key when a proxy responds with %i', async (status) => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    server.reply({ coinUpSubscribe: () => envelopeWith(status, '请求参数错误', null, status) });
    await click('确认');
    await noDialog();
    server.reply({ coinUpSubscribe: () => record });
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it('keeps its key after a wrong password, because the first send may still be in flight', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    server.reply({ coinUpSubscribe: () => refused('wrongFundsPassword', { remaining: 4 }) });
    await click('确认');
    await screen.findByText('密码错误！');
    server.reply({ coinUpSubscribe: () => record });
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it('keeps its key when the browser refuses storage', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('refused');
      },
      removeItem: () => undefined,
    });
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    await click('关闭');
    await noDialog();
    server.reply({ coinUpSubscribe: () => record });
    await click('转入 120');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(new Set(requestIds(server)).size).toBe(1);
  });

  it('keeps its key for another spelling of the amount, and with another request in between', async () => {
    const server = open({
      coinUpSubscribe: ({ body }) => ((body as { amount: string }).amount === '121' ? record : unreachable()),
    });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    await click('关闭');
    await noDialog();
    await click('转入 121');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    await noDialog();
    server.reply({ coinUpSubscribe: () => record });
    await click('转入 120.00');
    await type('246810');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
    const [first, between, last] = server.sent();
    expect(last?.headers.requestId).toBe(first?.headers.requestId);
    expect(between?.headers.requestId).not.toBe(first?.headers.requestId);
    expect(last?.body).toEqual(first?.body);
  });

  it('invalidates every figure when the dialog is closed', async () => {
    let principal = '0.000000';
    open({ coinUpSubscribe: unreachable, coinUpDetail: () => ({ principal }) as Data<'coinUpDetail'> });
    await screen.findByText('0.000000');
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    principal = '120.000000';
    await click('关闭');
    await screen.findByText('120.000000');
  });

  it('gets another key for another input', async () => {
    const server = open({ coinUpSubscribe: unreachable });
    await click('转入 120');
    await type('246810');
    await screen.findByText('网络错误，请检查网络');
    await click('关闭');
    await noDialog();
    await click('转入 121');
    await type('246810');
    await waitFor(() => expect(server.sent()).toHaveLength(2));
    expect(new Set(requestIds(server)).size).toBe(2);
  });
});
