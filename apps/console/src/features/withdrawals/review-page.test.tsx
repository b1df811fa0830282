// Covers the decision on a withdrawal: what blocks, what asks for a sentence, the way to the signature, and a rejection in words.
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';
const review = {
  withdrawal: {
    id: '7',
    number: 'W20261120-7KQ4M9XZAB',
    phase: 'AWAITING_APPROVAL',
    isCancelling: false,
    coin: 'BTC',
    network: 'BITCOIN',
    amount: '0.05000000',
    fee: '0.00020000',
    received: '0.04980000',
    address: 'bc1q7k9wx4tz0u8d2n6ra5le9cqh7pf0w83m8g2xd4',
    addressLabel: null,
    appliedAt: at,
    remark: null,
    txid: null,
    confirmations: 0,
  },
  customer: {
    id: '10001',
    account: '13800000001',
    tags: ['vip'],
    since: '2025-11-20T06:00:00Z',
    machines: 11,
    running: 8,
    deposited: [{ coin: 'BTC', amount: '1.20000000' }],
    withdrawn: [],
  },
  isProposed: true,
  checks: [
    { kind: 'SOURCE', state: 'LOOK', values: { freshPpm: '610000', freshHours: '72' } },
    { kind: 'DEBT', state: 'OK', values: {} },
  ],
  origin: {
    parts: [{ kind: 'DEPOSIT', count: 1, amount: '0.05000000', sharePpm: 1_000_000, from: at, to: at }],
    older: null,
  },
  history: { records: [], count: 0, paid: 0, paidAmount: '0.00000000', rejected: 0, cancelled: 0, sameAddress: 0 },
  address: {
    firstSeen: at,
    otherCustomers: 0,
    paid: 0,
    paidAmount: '0.00000000',
    ownPaid: 0,
    ownPaidAmount: '0.00000000',
    bookSince: at,
    isCut: false,
  },
  events: [{ kind: 'NOTE', step: null, at, by: 'finance', words: '已电话确认' }],
  decision: {
    next: 'APPROVE',
    isMine: true,
    hold: null,
    needsNote: true,
    canReject: true,
    offsets: [],
    signerPage: 'http://localhost:8082/#withdrawal:7-x',
  },
  readAt: at,
};
const progress = { phase: 'AWAITING_APPROVAL', isProposed: true, isCancelling: false, confirmations: 0 };

let shown: object;
let asked: Sent;
const opened = vi.fn();

beforeEach(() => {
  shown = review;
  opened.mockClear();
  vi.stubGlobal('open', opened);
  asked = serveConsole(() => ({
    role: 'APPROVER',
    data: {
      '/staff/withdrawal': shown,
      '/staff/withdrawal/progress': progress,
      '/staff/withdrawal/note': null,
      '/staff/withdrawal/reject': null,
    },
  }));
  window.history.replaceState(null, '', '/withdrawals/7');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('what must be looked at asks for a sentence, which is kept before the signer’s page opens', async () => {
  render(<App />);
  const button = await screen.findByRole('button', { name: /^批准 0\.04980000 BTC/ });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText('61% 是 72 时内的充值')).toBeTruthy();
  expect(screen.getByText('“已电话确认”')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(opened).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('判断'), { target: { value: '同意' } });
  fireEvent.keyDown(screen.getByLabelText('判断'), { key: 'Enter', ctrlKey: true });
  expect(await screen.findByText(/签名页已打开/)).toBeTruthy();
  expect(asked).toEqual([{ path: '/staff/withdrawal/note', body: { id: '7', text: '同意' } }]);
  expect(opened.mock.calls).toEqual([['http://localhost:8082/#withdrawal:7-x', '_blank', 'noopener']]);
});

it('its customer is a link and a key away', async () => {
  render(<App />);
  expect((await screen.findByRole('link', { name: '13800000001' })).getAttribute('href')).toBe('/customers/10001');
  fireEvent.keyDown(document.body, { key: 'c' });
  await waitFor(() => expect(window.location.pathname).toBe('/customers/10001'));
});

it('what blocks leaves no way to the signature, and says why and until when', async () => {
  const until = '2026-11-21T03:40:00Z';
  const check = { kind: 'PASSWORD', state: 'BLOCKS', values: { reason: 'PASSWORD_CHANGED', until } };
  const hold = { reason: 'PASSWORD_CHANGED', until };
  shown = { ...review, checks: [check], decision: { ...review.decision, hold, needsNote: false } };
  render(<App />);
  const button = await screen.findByRole('button', { name: /^批准/ });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText('现在不能继续')).toBeTruthy();
  expect(screen.getByText(/最早 11-21 11:40/)).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(opened).not.toHaveBeenCalled();
});

it('a rejection says what happens to the amount, and waits for what its customer reads to be chosen', async () => {
  render(<App />);
  await screen.findByRole('button', { name: /^驳回/ });
  fireEvent.keyDown(document.body, { key: 'r' });
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/0\.05000000 BTC 全额退回13800000001/)).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '证件过期' } });
  const button = within(dialog).getByRole('button', { name: '驳回并退回 0.05000000 BTC' });
  fireEvent.click(button);
  expect(await within(dialog).findByText('请选择客户会看到的原因')).toBeTruthy();
  expect(asked).toEqual([]);
  fireEvent.click(within(dialog).getByLabelText('下面写的原因'));
  expect(within(dialog).getByLabelText(/^原因（客户会看到/)).toBeTruthy();
  fireEvent.click(within(dialog).getByLabelText('需要核实身份，金额已退回'));
  expect(within(dialog).getByLabelText('原因（记入审计日志）')).toBeTruthy();
  fireEvent.click(button);
  expect(await screen.findByText('已驳回，金额已退回')).toBeTruthy();
  expect(asked).toEqual([
    { path: '/staff/withdrawal/reject', body: { id: '7', reason: '证件过期', cause: 'IDENTITY' } },
  ]);
});

it('the proposer waits for another, and an auditor decides nothing', async () => {
  const events = [{ kind: 'PROPOSED', step: null, at, by: 'me', words: null }];
  shown = { ...review, events, decision: { ...review.decision, isMine: false, canReject: false } };
  render(<App />);
  expect(await screen.findByText('等别人复核')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^批准|^驳回/ })).toBeNull();
});
