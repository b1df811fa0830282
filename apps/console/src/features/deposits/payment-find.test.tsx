// Covers the search of deposits and withdrawals: an account leads to its customer, and stands in no address, neither typed nor sent.
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { recordAsked, type Sent, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const none = { records: [], nextCursor: null };
let sent: Sent;
let asked: string[];
function open(address: string): void {
  sent = serveConsole(() => ({
    role: 'AUDITOR',
    data: { '/staff/deposits': none, '/staff/withdrawals': none, '/staff/customers/find': { id: '7' } },
  }));
  asked = recordAsked();
  window.history.replaceState(null, '', address);
  render(<App />);
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pages = ['deposits', 'withdrawals'];
const of = (page: string) => asked.filter((url) => url.startsWith(`/staff/${page}`));

it.each(pages)('%s of an account are those of its customer', async (page) => {
  open(`/${page}`);
  const box = await screen.findByRole('searchbox', { name: /客户账号、完整地址或 txid/ });
  fireEvent.change(box, { target: { value: '13800000001' } });
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await screen.findByText('客户 7');
  expect(new URLSearchParams(window.location.search).get('customer')).toBe('7');
  expect(sent).toEqual([{ path: '/staff/customers/find', body: { account: '13800000001' } }]);
  await waitFor(() => expect(of(page).at(-1)).toContain('customer=7'));
  expect([...asked, window.location.href].join(' ')).not.toContain('13800000001');
});

it.each(pages)('%s are asked for by no account that stands in the address', async (page) => {
  open(`/${page}?find=13800000001`);
  const box = await screen.findByRole('searchbox', { name: /客户账号、完整地址或 txid/ });
  await waitFor(() => expect(of(page)).not.toEqual([]));
  expect(asked.join(' ')).not.toContain('13800000001');
  expect((box as HTMLInputElement).value).toBe('');
});
