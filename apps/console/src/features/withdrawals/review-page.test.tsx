// Covers the decision on a withdrawal: what blocks, what asks for a sentence, the way to the signature, a rejection in words, and signing
// by files.
import { readFile } from 'node:fs/promises';
import { withdrawalRemarks } from '@lode/contract';
import { offsetWords, rejectionWords } from '@lode/contract/withdrawal-words';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  proposals: [],
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
  events: [{ kind: 'NOTE', step: null, at, by: 'finance', text: '已电话确认' }],
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

const offline = { since: at, by: 'finance', reason: '大额', state: 'REQUEST', obstacle: null, files: [] };

let shown: object;
let open: string[];
let signing: object;
let importRefusal: { code: number; message: string; data: unknown } | null;
let asked: Sent;
const opened = vi.fn();

beforeEach(() => {
  shown = review;
  open = [];
  signing = { canTakeOffline: true, offline: null };
  importRefusal = null;
  opened.mockClear();
  vi.stubGlobal('open', opened);
  asked = serveConsole(() => ({
    role: 'APPROVER',
    actions: ['withdrawal:online'],
    data: {
      '/staff/withdrawal': shown,
      '/staff/withdrawal/progress': { ...progress, proposals: open },
      '/staff/withdrawal/note': null,
      '/staff/withdrawal/reject': null,
      '/staff/withdrawal/offline-signing': signing,
      '/staff/withdrawal/offline-signing/begin': null,
      '/staff/withdrawal/offline-signing/response': null,
    },
    files: { '/staff/withdrawal/offline-signing/request': 'request-W7.txt' },
    refusals: { '/staff/withdrawal/offline-signing/response': importRefusal },
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
  fireEvent.click(within(dialog).getByLabelText('需要先核实您的身份，请联系客服，核实后可重新提现。'));
  expect(within(dialog).getByLabelText('原因（记入审计日志）')).toBeTruthy();
  fireEvent.click(button);
  expect(await screen.findByText('已驳回，金额已退回')).toBeTruthy();
  expect(asked).toEqual([
    { path: '/staff/withdrawal/reject', body: { id: '7', reason: '证件过期', cause: 'IDENTITY' } },
  ]);
});

it('what the customer reads of an end is in the words of the client', async () => {
  const withdrawal = { ...review.withdrawal, phase: 'REJECTED', remark: withdrawalRemarks.ACTIVITY };
  shown = { ...review, withdrawal, decision: { ...review.decision, next: null, isMine: false, canReject: false } };
  render(<App />);
  expect(await screen.findByText(`客户看到：“${rejectionWords.ACTIVITY}”`)).toBeTruthy();
  // The client keeps its copy out of its first chunks; here it is held to be the same.
  const client = await readFile('apps/h5/src/locales/zh/withdraw-reasons.ts', 'utf8');
  for (const words of [...Object.values(rejectionWords), ...Object.values(offsetWords)])
    expect(client).toContain(`'${words}'`);
});

it('an offset that waits is named, and nothing else is decided before it', async () => {
  const proposals = [{ id: '31', action: 'withdrawal:offset', by: 'finance', at }];
  shown = {
    ...review,
    proposals,
    decision: { ...review.decision, next: 'PROPOSE', needsNote: false, offsets: ['OUTPUT'] },
  };
  open = ['31'];
  render(<App />);
  const link = await screen.findByRole('link', { name: '「提现划转抵扣」等复核（变更 31）' });
  expect(link.getAttribute('href')).toBe('/proposals/31');
  expect(screen.getByText('finance 于 11-20 14:00 提议')).toBeTruthy();
  for (const name of [/^提议付款/, /^驳回/, /^划转抵扣/]) {
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
  }
  for (const key of ['r', 'o']) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(opened).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the proposer waits for another, and an auditor decides nothing', async () => {
  const events = [{ kind: 'PROPOSED', step: null, at, by: 'me', text: null }];
  shown = { ...review, events, decision: { ...review.decision, isMine: false, canReject: false } };
  render(<App />);
  expect(await screen.findByText('等别人复核')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^批准|^驳回/ })).toBeNull();
  const bar = within(screen.getByRole('contentinfo'));
  await waitFor(() => expect(bar.queryByText('离线签名')).toBeTruthy());
  expect(bar.getByText('客户页')).toBeTruthy();
  for (const label of ['写判断', '去签名', '驳回', '划转抵扣']) expect(bar.queryByText(label)).toBeNull();
});

describe('signing by files', () => {
  async function give(reason: string, button: string) {
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: reason } });
    fireEvent.click(within(dialog).getByRole('button', { name: button }));
  }

  it('is begun with its consequence in words and a reason', async () => {
    render(<App />);
    await screen.findByRole('button', { name: /^改为离线签名/ });
    fireEvent.keyDown(document.body, { key: '.' });
    expect(await screen.findByText(/联机的签名机不再签这笔提现.*才付出 0\.04980000 BTC/)).toBeTruthy();
    signing = { canTakeOffline: false, offline: { ...offline, state: 'APPROVAL' } };
    await give('大额', '改为离线签名');
    expect(await screen.findByText('finance 于 11-20 14:00 改为离线签名')).toBeTruthy();
    expect(screen.getByText('等两个人批准')).toBeTruthy();
    expect(asked).toEqual([{ path: '/staff/withdrawal/offline-signing/begin', body: { id: '7', reason: '大额' } }]);
    expect(screen.queryByRole('button', { name: /^改为离线签名|签名请求|签名结果/ })).toBeNull();
    expect(screen.getByRole('button', { name: '提议改回联机签名' })).toBeTruthy();
  });

  it('downloads the request, and imports no wrong file', async () => {
    const saved = vi.fn(() => 'blob:x');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
    signing = { canTakeOffline: false, offline };
    render(<App />);
    fireEvent.click(await screen.findByRole('button', { name: '下载签名请求' }));
    const files = [{ txid: 'ab'.repeat(32), at, by: 'approver' }];
    signing = { canTakeOffline: false, offline: { ...offline, state: 'SIGNATURE', files } };
    await give('送去金库', '下载签名请求');
    expect(await screen.findByText('已下载 request-W7.txt')).toBeTruthy();
    expect(saved.mock.calls).toHaveLength(1);

    fireEvent.click(await screen.findByRole('button', { name: '上传签名结果' }));
    const [field, pay] = [/^签名机写出的结果文件/, '导入并付出 0.04980000 BTC'];
    await give('金库已签', pay);
    expect(await screen.findByText('请选择文件')).toBeTruthy();
    const choose = async (...parts: BlobPart[]) =>
      fireEvent.change(screen.getByLabelText(field), { target: { files: [new File(parts, 'answer.txt')] } });
    await choose('x'.repeat(2 ** 20 + 1));
    expect(await screen.findByText(/超过 1 MB/)).toBeTruthy();
    await choose(new Uint8Array([0xff, 0xfe, 0x00]));
    expect(await screen.findByText(/文件不是文本/)).toBeTruthy();
    await give('金库已签', pay);
    expect(asked.map(({ path }) => path)).toEqual(['/staff/withdrawal/offline-signing/request']);

    await choose('signed');
    await waitFor(() => expect(screen.queryByText(/文件不是文本/)).toBeNull());
    importRefusal = { code: 40008, message: 'no', data: { reason: '这个文件是别的签名请求的结果' } };
    await give('金库已签', pay);
    expect(await screen.findByText('这个文件是别的签名请求的结果')).toBeTruthy();
    importRefusal = null;
    signing = { canTakeOffline: false, offline: { ...offline, state: 'SIGNED', files } };
    await give('金库已签', pay);
    expect(await screen.findByText('签名已导入')).toBeTruthy();
    const given = { id: '7', text: 'signed', reason: '金库已签' };
    expect(asked.at(-1)).toEqual({ path: '/staff/withdrawal/offline-signing/response', body: given });
  });
});
