// Covers the result page: it survives a reload, and 返回 does not lead back to the submitted form.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Result, useShowResult } from '../../lib/result.ts';
import { Router } from '../../lib/router/router.tsx';
import { startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const result: Result = {
  title: '转入成功',
  note: '11 月 22 日开始计息',
  amount: { value: '120.000000', coin: 'USDT' },
  rows: [{ label: '首次利息', value: '11 月 23 日' }],
  next: { label: '查看记录', href: '/pages/electric_record/index' },
};

function Form() {
  const show = useShowResult();
  return (
    <button type="button" onClick={() => show(result)}>
      转入
    </button>
  );
}

it('shows amount, rows and the next step, also after a reload [route:success]', async () => {
  startFakeServer();
  window.history.replaceState(null, '', '/form');
  const before = window.history.length;
  render(
    <Router>
      <Form />
    </Router>,
  );
  fireEvent.click(screen.getByRole('button', { name: '转入' }));
  expect(currentAddress()).toBe('/pages/success/index');
  expect(window.history.length).toBe(before);

  // A reload keeps the history entry.
  const { state } = window.history;
  resetDevice({ isLoggedIn: true });
  await openApp('/pages/success/index', state);
  expect(await screen.findByRole('heading', { name: '转入成功' })).toBeTruthy();
  expect(screen.getByRole('img', { name: '120.00 USDT' })).toBeTruthy();
  expect(screen.getByText('11 月 23 日')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '查看记录' })));
  await screen.findByText('全部类型');
});

it('shows no result when opened by its address, and links home', async () => {
  startFakeServer();
  await openApp('/success');
  await screen.findByText('没有可显示的结果');
  fireEvent.click(screen.getByText('返回首页'));
  await screen.findByText('总资产折合（USDT）');
});
