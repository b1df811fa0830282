// Covers the refill from cold storage: begun as a proposal, its holders' files uploaded together, and nothing offered to who may not.
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';
const chainMoney = {
  coins: [],
  gas: { hot: null, mostPerMove: '0.01000000', shortage: null },
  treasury: [],
  fees: { withdrawal: [], sweepFrom: '10.000000', bumpAfter: [], coldFeePart: 100 },
  open: { sweeps: 0, coldTransfers: 1 },
  readAt: at,
};
const underWay = {
  id: '3',
  amount: '2.50000000',
  wallet: 1,
  people: ['finance', 'approver'],
  txid: 'ab'.repeat(32),
  inputs: 2,
  begunAt: at,
  signedAt: null,
};

let role: string;
let refill: object | null;
let asked: Sent;

beforeEach(() => {
  role = 'FINANCE';
  refill = underWay;
  asked = serveConsole(() => ({
    role,
    actions: role === 'FINANCE' ? ['cold:refill'] : [],
    data: {
      '/staff/chain-money': chainMoney,
      '/staff/sweeps': { records: [], nextCursor: null },
      '/staff/cold-refill': refill,
      '/staff/cold-refill/signatures': { summary: 'cold:3 已签名，已广播' },
    },
  }));
  window.history.replaceState(null, '', '/chain-money');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('takes the files of both holders at once, with what they move on the button', async () => {
  render(<App />);
  fireEvent.click(await screen.findByRole('button', { name: '上传持有人的签名' }));
  const dialog = await screen.findByRole('dialog');
  const submit = () =>
    fireEvent.click(within(dialog).getByRole('button', { name: '存下签名并转 2.50000000 BTC 到热钱包' }));
  fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '两位已签' } });
  submit();
  expect(await within(dialog).findByText('请选择签好的文件')).toBeTruthy();
  const choose = (label: RegExp, ...parts: BlobPart[]) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { files: [new File(parts, 'signed.psbt')] } });
  choose(/^一位持有人/, 'one');
  choose(/^另一位持有人/, new Uint8Array([0x70, 0x73, 0x62, 0x74, 0xff]));
  expect(await within(dialog).findByText(/不是文本/)).toBeTruthy();
  submit();
  choose(/^另一位持有人/, 'other');
  await vi.waitFor(() => expect(within(dialog).queryByText(/不是文本/)).toBeNull());
  refill = { ...underWay, signedAt: at };
  submit();
  expect(await screen.findByText('cold:3 已签名，已广播')).toBeTruthy();
  expect(asked).toEqual([
    { path: '/staff/cold-refill/signatures', body: { id: '3', files: ['one', 'other'], reason: '两位已签' } },
  ]);
  expect(await screen.findByText('已签名，等确认')).toBeTruthy();
  expect(screen.getByRole('button', { name: '取消这笔补充' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /下载 PSBT|上传持有人的签名/ })).toBeNull();
});

it('is begun as a proposal by who may, and shown to all', async () => {
  refill = null;
  render(<App />);
  const link = await screen.findByRole('link', { name: '提议从冷钱包补充' });
  expect(link.getAttribute('href')).toBe('/proposals/new?action=cold%3Arefill');
  cleanup();
  role = 'AUDITOR';
  refill = underWay;
  render(<App />);
  expect(await screen.findByText('等持有人签名')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /PSBT|签名|取消/ })).toBeNull();
});
