// Covers a request without a response: sent again it keeps its idempotency key.
import type { Data } from '@lode/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../lib/session/session.ts';
import { envelopeWith, refused, unreachable } from '../../testing/fake-server.ts';
import {
  click,
  noDialog,
  onDone,
  open,
  record,
  requestIds,
  resetMoneyForm,
  submit,
  submitUnanswered,
  type,
} from '../../testing/money-form.tsx';
import { loginResponse } from '../../testing/responses.ts';
import { clearMemory } from './pending-idempotency-keys.ts';

beforeEach(resetMoneyForm);
afterEach(() => vi.unstubAllGlobals());

/** The server responds to the next one, and every request had the same key. */
async function expectSameKey(server: Awaited<ReturnType<typeof submitUnanswered>>, repeat: () => Promise<void>) {
  server.reply({ coinUpSubscribe: () => record });
  await repeat();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(new Set(requestIds(server)).size).toBe(1);
}

describe('a request without a response', () => {
  it('keeps the digits; 确认 sends the same request again', async () => {
    const server = await submitUnanswered();
    await expectSameKey(server, () => click('确认'));
  });

  it('keeps its key across a closed dialog and a reload', async () => {
    const server = await submitUnanswered();
    cleanup();
    clearMemory();
    const again = open();
    await submit();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(requestIds(again)).toEqual(requestIds(server));
  });

  it('stores its key without its input', async () => {
    await submitUnanswered();
    expect(sessionStorage.getItem('requests')).toMatch(/requestId/);
    expect(sessionStorage.getItem('requests')).not.toMatch(/120|USDT|coinUp/);
  });

  it.each([
    ['the session ended', () => refused('sessionExpired')],
    ['the account was disabled', () => refused('accountDisabled')],
  ])('keeps its key when %s before the server processed it [code:10111] [code:1001]', async (_what, reply) => {
    const server = await submitUnanswered();
    server.reply({ coinUpSubscribe: reply });
    await click('确认');
    await noDialog();
    await act(async () => startSession(loginResponse()));
    await expectSameKey(server, submit);
    expect(requestIds(server)).toHaveLength(3);
  });

  it.each([400, 404, 413, 415])('keeps its key when a proxy responds with %i', async (status) => {
    const server = await submitUnanswered();
    server.reply({ coinUpSubscribe: () => envelopeWith(status, '请求参数错误', null, status) });
    await click('确认');
    await noDialog();
    await expectSameKey(server, submit);
  });

  it('keeps its key after a wrong password, because the first send may still be in flight', async () => {
    const server = await submitUnanswered();
    server.reply({ coinUpSubscribe: () => refused('wrongFundsPassword', { remaining: 4 }) });
    await click('确认');
    await screen.findByText('密码错误！');
    await expectSameKey(server, () => type('246810'));
  });

  it('keeps its key when the browser refuses storage', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('refused');
      },
      removeItem: () => undefined,
    });
    const server = await submitUnanswered();
    await click('关闭');
    await noDialog();
    await expectSameKey(server, submit);
  });

  it('keeps its key for another spelling of the amount, and with another request in between', async () => {
    const server = open({
      coinUpSubscribe: ({ body }) => ((body as { amount: string }).amount === '121' ? record : unreachable()),
    });
    await submit();
    await screen.findByText('网络错误，请检查网络');
    await click('关闭');
    await noDialog();
    await submit('转入 121');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    await noDialog();
    server.reply({ coinUpSubscribe: () => record });
    await submit('转入 120.00');
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
    await submit();
    await screen.findByText('网络错误，请检查网络');
    principal = '120.000000';
    await click('关闭');
    await screen.findByText('120.000000');
  });
});
