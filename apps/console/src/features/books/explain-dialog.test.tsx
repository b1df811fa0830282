// Covers the explaining of an arrival in SUSPENSE: what is offered by its coin and sign, the command's own options for each
// owner, that who may not propose is offered nothing, and that a removed deposit leads to its own page.
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';
import { ownersOf } from './explain-dialog.tsx';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';
const arrival = {
  origin: 'arrival',
  id: '12',
  coin: 'BTC',
  amount: '0.05000000',
  purpose: 'POOL',
  address: 'bc1qpool',
  txid: 'ab'.repeat(32),
  since: at,
};

let role: string;
let origins: object[];
let asked: Sent;
let refusal: { code: number; message: string; data: unknown } | null;

beforeEach(() => {
  role = 'FINANCE';
  origins = [arrival];
  refusal = null;
  asked = serveConsole(() => ({
    role,
    actions: role === 'FINANCE' ? ['suspense:settle'] : [],
    data: {
      '/staff/books/reconciliation': {
        coins: [],
        check: null,
        origins,
        originCount: origins.length,
        payments: [],
      },
      '/staff/proposal/preview': { summary: '转到自有；到账 12' },
      '/staff/proposal/new': { id: '31', summary: 's' },
    },
    refusals: { '/staff/proposal/preview': refusal },
  }));
  window.history.replaceState(null, '', '/ledger/reconciliation');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dialog = () => screen.findByRole('dialog');
const fill = async (label: RegExp | string, value: string) =>
  fireEvent.change(await within(await dialog()).findByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await within(await dialog()).findByRole('button', { name }));
async function open() {
  render(<App />);
  fireEvent.click(await screen.findByRole('button', { name: '说明归属：外来款 12' }));
}

it.each([
  ['BTC', '0.05000000', ['treasury', 'pool', 'customer']],
  ['USDT', '12.000000', ['treasury', 'customer']],
  ['ETH', '0.10000000', ['treasury', 'pool']],
  ['BTC', '-0.05000000', ['treasury']],
] as const)('%s %s can be of %j', (coin, amount, owners) => {
  expect(ownersOf({ coin, amount })).toEqual(owners);
});

it('the operator’s own is proposed with what the second person reads, and a reason', async () => {
  await open();
  await press('看结果');
  expect(await screen.findByText('转到自有；到账 12')).toBeTruthy();
  await fill(/^原因/, '寄错了地址');
  await press('提议把 0.05000000 BTC 记为自有');
  expect(await screen.findByText('已提议，编号 31，等别人复核')).toBeTruthy();
  const input = { action: 'suspense:settle', options: { id: '12', as: 'treasury' } };
  expect(asked).toEqual([
    { path: '/staff/proposal/preview', body: input },
    { path: '/staff/proposal/new', body: { ...input, reason: '寄错了地址' } },
  ]);
});

it('a pool’s payment names its days and why it differs', async () => {
  await open();
  fireEvent.click(within(await dialog()).getByRole('radio', { name: '矿池付款' }));
  await press('看结果');
  expect(await within(await dialog()).findAllByText('请填写')).toHaveLength(2);
  await fill('第一个挖矿日', '2026-11-01');
  await fill('最后一个挖矿日', '2026-11-07');
  await fill('差额的原因', ' 对账单 45 ');
  await press('看结果');
  expect(await screen.findByRole('button', { name: '提议把 0.05000000 BTC 记为矿池付款' })).toBeTruthy();
  const period = { coin: 'BTC', from: '2026-11-01', to: '2026-11-07', variance: '对账单 45' };
  expect(asked).toMatchObject([{ body: { action: 'suspense:settle', options: { id: '12', as: 'pool', ...period } } }]);
});

it('a customer’s is named by account, and what the command refuses is changed, not proposed', async () => {
  refusal = { code: 40008, message: 'no', data: { reason: '没有这个账号' } };
  await open();
  fireEvent.click(within(await dialog()).getByRole('radio', { name: '客户的' }));
  await fill('客户的账号', '13900000009');
  await press('看结果');
  expect(await screen.findByText('没有这个账号')).toBeTruthy();
  expect(within(await dialog()).queryByRole('button', { name: /^提议/ })).toBeNull();
  expect(asked).toMatchObject([{ body: { options: { id: '12', as: 'customer', account: '13900000009' } } }]);
  refusal = null;
  await press('改一改');
  const account = await within(await dialog()).findByLabelText<HTMLInputElement>('客户的账号');
  expect(account.value).toBe('13900000009');
  await fill('客户的账号', '13900000008');
  await press('看结果');
  expect(await screen.findByRole('button', { name: /^提议/ })).toBeTruthy();
  expect(asked.at(-1)?.body).toMatchObject({ options: { as: 'customer', account: '13900000008' } });
});

it('an approver explains nothing, and a removed deposit leads to its page', async () => {
  role = 'APPROVER';
  origins = [arrival, { ...arrival, origin: 'deposit', id: '7' }];
  render(<App />);
  const button = await screen.findByRole('button', { name: '说明归属：外来款 12' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByRole('link', { name: '到充值处理' }).getAttribute('href')).toBe('/deposits/7');
});
