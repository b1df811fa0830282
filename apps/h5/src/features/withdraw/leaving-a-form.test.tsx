// Covers forms of withdrawals that are left by the system's 返回, or ask for a code before anything else is typed.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { addresses, withdrawReplies } from './testing/withdraw-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

it('stays when 返回 closes its confirmation, and keeps what was typed when the next one leaves it', async () => {
  startFakeServer(withdrawReplies);
  await openApp('/index');
  await screen.findByText('总资产折合（USDT）');
  fireEvent.click(screen.getByRole('link', { name: '提现' }));
  fireEvent.change(await screen.findByLabelText('提现地址'), { target: { value: addresses.BTC } });
  fireEvent.change(screen.getByLabelText('提现数量'), { target: { value: '0.05' } });
  const next = screen.getByRole('button', { name: '提现' });
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull());
  await act(async () => void fireEvent.click(next));
  await screen.findByRole('dialog', { name: '确认提现' });
  await act(async () => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('提现数量').value).toBe('0.05');
  await act(async () => window.history.back());
  await screen.findByText('总资产折合（USDT）');
  await act(async () => window.history.forward());
  expect((await screen.findByLabelText<HTMLInputElement>('提现数量')).value).toBe('0.05');
  expect(screen.getByLabelText<HTMLInputElement>('提现地址').value).toBe(addresses.BTC);
});

it('finds fault with a code only once one was typed or the form sent', async () => {
  const server = startFakeServer(withdrawReplies);
  await openApp('/withdraw_address');
  fireEvent.click(await screen.findByRole('button', { name: '添加地址' }));
  const form = within(await screen.findByRole('dialog', { name: '添加地址' }));
  await form.findByLabelText('备注名');
  await press('获取验证码');
  // The address is asked for, the code that never came is not.
  expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).not.toContain('验证码为 6 位数字');
  expect(form.getByLabelText('提现地址').getAttribute('aria-invalid')).toBe('true');
  expect(server.of('sendCode')).toEqual([]);
  await press('确认添加');
  expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('验证码为 6 位数字');
});
