// Covers the recovery of a stuck payment: each button says its consequence, a proposal names what the command needs, and who may not
// propose is offered nothing.
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';
const txid = 'ab'.repeat(32);
const payment = {
  id: '7',
  number: 'W20261120-7KQ4M9XZAB',
  account: '138****0001',
  coin: 'BTC',
  network: 'BITCOIN',
  amount: '0.05000000',
  sent: '0.04980000',
  cause: 'UNCONFIRMED',
  since: at,
  txid,
  attempts: 2,
  sharedWith: 0,
  blocks: null,
  keptInputs: 0,
  offers: ['FAIL'],
};

const recoveries = ['withdrawal:fail', 'withdrawal:paid', 'withdrawal:online'] as const;

let role: string;
let records: object[];
let asked: Sent;
let refusal: { code: number; message: string; data: unknown } | null;

beforeEach(() => {
  role = 'FINANCE';
  records = [payment];
  refusal = null;
  asked = serveConsole(() => ({
    role,
    actions: role === 'FINANCE' ? recoveries : [],
    data: {
      '/staff/stuck-payments': { records, nextCursor: null },
      '/staff/proposal/preview': { summary: 'W20261120-7KQ4M9XZAB: it returns' },
      '/staff/proposal/new': { id: '12', summary: 's' },
      '/staff/stuck-payment/release': { summary: 's' },
    },
    refusals: { '/staff/proposal/preview': refusal },
  }));
  window.history.replaceState(null, '', '/stuck-payments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function give(reason: string, button: string) {
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^原因/), { target: { value: reason } });
  fireEvent.click(within(dialog).getByRole('button', { name: button }));
}

it('says on the button what returns, shows what the second person reads, and proposes it with the reason', async () => {
  render(<App />);
  fireEvent.click(await screen.findByRole('button', { name: '提议作废，退回 0.05000000 BTC' }));
  expect(await screen.findByText('W20261120-7KQ4M9XZAB: it returns')).toBeTruthy();
  await give('输入被花掉了', '提议作废，退回 0.05000000 BTC');
  expect(await screen.findByText('已提议，编号 12，等别人复核')).toBeTruthy();
  const input = { action: 'withdrawal:fail', options: { id: '7' } };
  expect(asked).toEqual([
    { path: '/staff/proposal/preview', body: input },
    { path: '/staff/proposal/new', body: { ...input, reason: '输入被花掉了' } },
  ]);
});

it('the risk of paying twice stands on the button, and the proposal names the transaction', async () => {
  records = [{ ...payment, cause: 'INPUTS_MISSING', blocks: { since: 6, needed: 3 }, offers: ['FAIL_ACCEPTING_RISK'] }];
  render(<App />);
  fireEvent.click(await screen.findByRole('button', { name: '提议退回 0.05000000 BTC，承担付两次的风险' }));
  expect(await screen.findByText(new RegExp(`交易 ${txid} 以后仍可能进区块`))).toBeTruthy();
  expect(asked).toEqual([
    {
      path: '/staff/proposal/preview',
      body: { action: 'withdrawal:fail', options: { id: '7', 'although-gone': txid } },
    },
  ]);
});

it('what a block holds and has not paid is returned, or counts as paid', async () => {
  records = [{ ...payment, coin: 'USDT', network: 'ERC20', cause: 'UNPROVEN', offers: ['FAIL', 'PAID'] }];
  render(<App />);
  expect(await screen.findByText('已上链，未见付出')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^提议作废，退回/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '提议记为已付出 0.04980000 USDT' }));
  expect(await screen.findByText(/同一币种的付款继续/)).toBeTruthy();
  expect(asked).toEqual([
    { path: '/staff/proposal/preview', body: { action: 'withdrawal:paid', options: { id: '7' } } },
  ]);
});

it('what the command refuses cannot be proposed', async () => {
  refusal = { code: 40008, message: 'no', data: { reason: 'withdrawal 7 can still be paid' } };
  render(<App />);
  fireEvent.click(await screen.findByRole('button', { name: /^提议作废/ }));
  expect(await screen.findByText('withdrawal 7 can still be paid')).toBeTruthy();
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: /^提议/ })).toBeNull();
});

it('an approver releases inputs and proposes nothing', async () => {
  role = 'APPROVER';
  records = [payment, { ...payment, id: '8', cause: 'KEEPS_INPUTS', keptInputs: 2, offers: ['RELEASE_INPUTS'] }];
  render(<App />);
  fireEvent.click(await screen.findByRole('button', { name: '释放 2 个没有花掉的输入' }));
  expect(screen.queryByRole('button', { name: /^提议/ })).toBeNull();
  await give('签名机上已放弃', '释放 2 个没有花掉的输入');
  expect(await screen.findByText('已处理')).toBeTruthy();
  expect(asked).toEqual([{ path: '/staff/stuck-payment/release', body: { id: '8', reason: '签名机上已放弃' } }]);
});
