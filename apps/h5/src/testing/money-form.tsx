// A form with a money action, and a customer's input.
import { ToastHost } from '@lode/ui';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { useDraft } from '../components/money-action/draft.ts';
import { clearMemory } from '../components/money-action/pending-idempotency-keys.ts';
import { useMoneyAction } from '../components/money-action/use-money-action.tsx';
import { coinUpRecord } from '../features/coin-up/testing/coin-up-responses.ts';
import { callQuery } from '../lib/api/queries.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import type { RequestError } from '../lib/api/request-error.ts';
import { useBack } from '../lib/navigation.ts';
import { AtLocation, Router, RouterLink, useLocation } from '../lib/router/router.tsx';
import { startFakeServer, unreachable } from './fake-server.ts';
import { resetDevice } from './render-app.tsx';
import { userResponse } from './responses.ts';

export const record = coinUpRecord();
export const onDone = vi.fn<(answer: unknown, input: unknown) => void>();
export const onRefused = vi.fn<(refusal: RequestError) => void>();
function Form({ hasFigure }: { hasFigure: boolean }) {
  const draft = useDraft('coinUpSubscribe');
  const action = useMoneyAction({ call: 'coinUpSubscribe', summary: '转入 COIN UP', onDone, onRefused });
  const start = (amount: string) => action.start({ coin: 'USDT', amount });
  return (
    <>
      <output>{draft?.amount ?? '空'}</output>
      <button type="button" onClick={() => start('120')}>
        转入 120
      </button>
      <button type="button" onClick={() => start('121')}>
        转入 121
      </button>
      <button type="button" onClick={() => start('120.00')}>
        转入 120.00
      </button>
      {hasFigure && <Figure />}
      {action.dialogs}
    </>
  );
}

/** A figure of another slice on the same screen. */
function Figure() {
  return <output>{useQuery(callQuery('coinUpDetail', { coin: 'USDT' })).data?.principal}</output>;
}

function Pages({ hasFigure }: { hasFigure: boolean }) {
  const location = useLocation();
  return (
    <AtLocation key={location.pathname} location={location}>
      {location.pathname === '/form' ? <Form hasFigure={hasFigure} /> : <Elsewhere />}
      <RouterLink href="/elsewhere">去别处</RouterLink>
    </AtLocation>
  );
}

function Elsewhere() {
  const back = useBack();
  return (
    <button type="button" onClick={back}>
      返回
    </button>
  );
}

type Replies = Parameters<typeof startFakeServer>[0];

export function open(replies: Replies = {}) {
  const server = startFakeServer({
    userInfo: () => ({ ...userResponse(), hasFundsPassword: true }),
    coinUpSubscribe: () => record,
    ...replies,
  });
  window.history.replaceState(null, '', '/form?coin=USDT');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Router>
        <Pages hasFigure={replies.coinUpDetail !== undefined} />
      </Router>
      <ToastHost />
    </QueryClientProvider>,
  );
  return { ...server, sent: () => server.of('coinUpSubscribe') };
}

/** An empty device, and no calls remembered. */
export function resetMoneyForm(): void {
  resetDevice({ isLoggedIn: true });
  clearMemory();
  onDone.mockClear();
  onRefused.mockClear();
}

export const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
export const passwordDialog = () => screen.findByRole('dialog', { name: '请输入资金密码' });
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
export async function type(digits: string): Promise<void> {
  const dialog = within(await passwordDialog());
  for (const digit of digits) await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}
export const requestIds = (server: ReturnType<typeof open>) => server.sent().map(({ headers }) => headers.requestId);

/** Starts an action and types the funds password. */
export async function submit(action = '转入 120', digits = '246810'): Promise<void> {
  await click(action);
  await type(digits);
}

/** A request that the server may have processed: its response is lost. */
export async function submitUnanswered() {
  const server = open({ coinUpSubscribe: unreachable });
  await submit();
  await screen.findByText('网络错误，请检查网络');
  return server;
}
