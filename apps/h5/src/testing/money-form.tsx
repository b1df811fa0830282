// A form with a money action, and a customer's input.
import type { Data } from '@lode/contract';
import { ToastHost } from '@lode/ui';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { useDraft } from '../components/money-action/draft.ts';
import { useMoneyAction } from '../components/money-action/use-money-action.tsx';
import { callQuery } from '../lib/api/queries.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import type { RequestError } from '../lib/api/request-error.ts';
import { useBack } from '../lib/navigation.ts';
import { AtLocation, Router, RouterLink, useLocation } from '../lib/router/router.tsx';
import { startFakeServer } from './fake-server.ts';
import { userResponse } from './responses.ts';

export const record: Data<'coinUpSubscribe'> = {
  id: '7',
  coin: 'USDT',
  direction: 'IN',
  state: 'INTRANSIT',
  account: 'COIN_UP_ACCOUNT',
  amount: '120.000000',
  time: '2026-11-20T14:00:00.000Z',
  date: '2026-11-20',
  arrivalDate: '2026-11-21',
  rate: null,
};
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

export const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
export const passwordDialog = () => screen.findByRole('dialog', { name: '请输入资金密码' });
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
export async function type(digits: string): Promise<void> {
  const dialog = within(await passwordDialog());
  for (const digit of digits) await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}
export const requestIds = (server: ReturnType<typeof open>) => server.sent().map(({ headers }) => headers.requestId);
