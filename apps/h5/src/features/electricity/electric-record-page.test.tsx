// Covers the filter of the records: every type of the spec can be chosen.
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['ELE_INIT', '初始电费'],
  ['ELE_RECHARGE', '电费充值'],
  ['ELE_CONSUME_BTC', '产出抵扣电费（BTC）'],
  ['ELE_CONSUME_ETH', '产出抵扣电费（ETH）'],
  ['ELE_CONSUME_DOGE', '产出抵扣电费（DOGE）'],
  ['COIN_UP_OUT_BTC', 'COIN UP 转出（BTC）'],
  ['COIN_UP_OUT_USDT', 'COIN UP 转出（USDT）'],
  ['COIN_UP_IN_BTC', 'COIN UP 转入（BTC）'],
  ['COIN_UP_IN_USDT', 'COIN UP 转入（USDT）'],
  ['INCOME_IN_BTC', '收益转入（BTC）'],
  ['INCOME_IN_USDT', '收益转入（USDT）'],
  ['DAILY_PROFIT_FEEDBACK', '其他'],
])('%s can be chosen', async (type, label) => {
  const server = startFakeServer();
  await openApp(`/electric_record?type=${type}`);
  fireEvent.click(await screen.findByRole('button', { name: label }));
  expect(server.of('ledgerPage').at(-1)?.url.searchParams.get('type')).toBe(type);
  const options = within(await screen.findByRole('dialog', { name: '筛选类型' })).getAllByText(label);
  expect(options).toHaveLength(1);
});
