// Covers the bill: month and sums, every type of the spec, search, where rows lead, and the states of the screen.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { billMonthResponse, billRecord, ledgerRecord, pageOf } from '../../testing/responses.ts';
import { withdrawal } from '../../testing/withdrawal-response.ts';
import { type BillRecord, billHref } from './bill-link.ts';
import { monthAfter } from './months.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const asked = (server: ReturnType<typeof startFakeServer>) => server.of('billPage').at(-1)?.url.searchParams;
const single = (fields: Partial<BillRecord>) =>
  billRecord(ledgerRecord({ machineNo: null, machineId: null, kwh: null, price: null }), fields);

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
  ['INCOME_IN_BTC', '利息转入（BTC）'],
  ['INCOME_IN_USDT', '利息转入（USDT）'],
  ['DAILY_PROFIT_FEEDBACK', '其他'],
])('%s can be chosen [entity:ledger-type.DAILY_PROFIT_FEEDBACK]', async (type, label) => {
  const server = startFakeServer();
  await openApp(`/bill?type=${type}`);
  fireEvent.click(await screen.findByRole('button', { name: label }));
  expect(asked(server)?.get('type')).toBe(type);
  const options = within(await screen.findByRole('dialog', { name: '筛选类型' })).getAllByText(label);
  expect(options).toHaveLength(1);
});

describe('the month', () => {
  it('is the server’s current one at first, with what came and went, and can go back to the first [call:GET /api/user/wallet/bill/month]', async () => {
    const server = startFakeServer({
      billMonth: ({ url }) => ({ ...billMonthResponse(), month: url.searchParams.get('month') ?? '2026-11' }),
    });
    await openApp('/bill');
    await screen.findByRole('heading', { name: '2026 年 11 月' });
    const lines = within(screen.getByRole('table')).getAllByRole('row');
    expect(lines.map((line) => [...line.children].map(({ textContent }) => textContent))).toEqual([
      ['币', '收入', '支出'],
      ['USDT', '+315.00', '−59.06'],
      ['BTC', '+0.00120000', '−0.00029888'],
    ]);
    expect(screen.queryByRole('button', { name: '下个月' })).toBeNull();
    expect(asked(server)?.get('month')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '上个月' }));
    await screen.findByRole('heading', { name: '2026 年 10 月' });
    expect(currentAddress()).toBe('/bill?month=2026-10');
    expect(asked(server)?.get('month')).toBe('2026-10');
    expect(screen.queryByRole('button', { name: '上个月' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '下个月' }));
    await waitFor(() => expect(currentAddress()).toBe('/bill'));
  });

  it('without a movement of the type leads to the month before, and in the first one to all types', async () => {
    const server = startFakeServer({
      billMonth: ({ url }) => ({ ...billMonthResponse(), month: url.searchParams.get('month') ?? '2026-11' }),
      billPage: () => pageOf([]),
    });
    await openApp('/bill?type=ELE_RECHARGE');
    await screen.findByText('2026 年 11 月没有「电费充值」');
    fireEvent.click(screen.getByRole('button', { name: '看 2026 年 10 月' }));
    await screen.findByText('2026 年 10 月没有「电费充值」');
    expect(currentAddress()).toBe('/bill?type=ELE_RECHARGE&month=2026-10');
    fireEvent.click(screen.getByRole('button', { name: '查看全部' }));
    await waitFor(() => expect(asked(server)?.get('type')).toBeNull());
  });

  it('passes over the end of a year', () => {
    expect([monthAfter('2026-01', -1), monthAfter('2025-12', 1)]).toEqual(['2025-12', '2026-01']);
  });
});

describe('the search', () => {
  it('asks once typing pauses, shows the day of what it found, and can be cleared [call:GET /api/user/wallet/bill/page]', async () => {
    const old = single({ id: '5-1', type: 'WITHDRAW', withdrawalId: '18', time: '2026-03-02T06:00:00.000Z' });
    const back = single({
      id: '6-1',
      type: 'WITHDRAW_RETURN',
      amount: '6.000001',
      withdrawalId: '18',
      time: '2026-03-02T07:00:00.000Z',
    });
    const server = startFakeServer({
      billPage: ({ url }) => pageOf(url.searchParams.get('q') === 'W20260302-7KQ4M9XZAB' ? [back, old] : []),
      billMonth: () => ({ ...billMonthResponse(), first: '2026-11' }),
    });
    await openApp('/bill');
    await screen.findByText('2026 年 11 月还没有记录');
    expect(screen.getByRole('table')).toBeTruthy();
    expect(screen.getByRole('link', { name: '充值' }).getAttribute('href')).toBe('/recharge');
    const before = server.of('billPage').length;
    const field = screen.getByLabelText('搜索');
    fireEvent.change(field, { target: { value: 'W2026' } });
    fireEvent.change(field, { target: { value: ' W20260302-7KQ4M9XZAB ' } });
    await screen.findByText('2026-03-02 周一');
    expect(screen.getByText('搜索结果 · 2 笔')).toBeTruthy();
    expect(screen.getByText('合计').closest('p')?.textContent).toBe('合计 · +6.000001 USDT · −6.552000 USDT');
    // The rows below their sum have all digits, too.
    expect(screen.getAllByRole('img', { name: '+6.000001 USDT' })).toHaveLength(2);
    expect(server.of('billPage')).toHaveLength(before + 1);
    // The month's sums are not the result's.
    expect(screen.queryByRole('table')).toBeNull();
    fireEvent.change(field, { target: { value: 'nothing' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('2026 年 11 月没有找到');
    fireEvent.click(screen.getByRole('button', { name: '查看全部' }));
    await waitFor(() => expect(currentAddress()).toBe('/bill'));
    expect(screen.getByLabelText<HTMLInputElement>('搜索').value).toBe('');
  });
});

describe('a row', () => {
  it.each([
    [{ type: 'WITHDRAW_RETURN', withdrawalId: '18' }, '/pages/withdraw_record_detail/index?id=18'],
    [{ type: 'RECHARGE_BTC', coin: 'BTC', depositId: '3' }, '/pages/recharge_detail/index?id=3'],
    [{ type: 'ELE_RECHARGE' }, '/pages/electric_detail/index?id=900-1'],
    [
      { type: 'MINING_OUTPUT', coin: 'BTC', machineId: '7', date: '2026-11-19' },
      '/pages/outputs/index?coin=BTC&machineId=7&range=2026-11-19%7E2026-11-19',
    ],
    [{ type: 'COIN_UP_IN_USDT' }, '/pages/coinup_record/index?direction=IN&coin=USDT'],
    [{ type: 'INCOME_IN_USDT' }, '/pages/coinup_record/index?direction=OUT&coin=USDT'],
    [{ type: 'INTEREST' }, '/pages/coinup_record/index?direction=INCOMES&coin=USDT'],
    [{ type: 'ELE_CONSUME_USDT' }, '/pages/electric_detail/index?id=900-1'],
    [{ type: 'LEAVING' }, null],
  ] as const)('%j leads to %s', (fields, wanted) => {
    expect(billHref(single(fields))).toBe(wanted);
  });

  it('of a withdrawal says where it goes and how far it is', async () => {
    const paid = withdrawal({ id: '18', status: 'SUCCESS', thirdStatus: 'SUCCESS' });
    const server = startFakeServer({
      billPage: () =>
        pageOf([
          single({ id: '2', type: 'WITHDRAW_RETURN', coin: 'BTC', amount: '0.05000000', withdrawalId: '17' }),
          single({ id: '1', type: 'WITHDRAW', coin: 'BTC', amount: '-0.05000000', withdrawalId: '18' }),
          single({ id: '0', type: 'WITHDRAW', coin: 'BTC', amount: '-0.05000000', withdrawalId: '3' }),
        ]),
      withdrawPage: () => pageOf([paid, withdrawal({ id: '17', status: 'CANCELLED' })]),
    });
    await openApp('/bill');
    await screen.findByText('成功');
    const rows = screen.getAllByRole('link', { name: /提现/ }).map((row) => row.textContent?.replaceAll('\u00a0', ' '));
    expect(rows).toEqual([
      '提现退回14:03 · bcrt…t080+0.05000000 BTC',
      '提现14:03 · bcrt…t080−0.05000000 BTC成功',
      '提现14:03−0.05000000 BTC',
    ]);
    expect(server.of('withdrawPage')).toHaveLength(1);
  });

  it('of a day’s machines opens into a row for each', async () => {
    const mined = (machineNo: string, id: string) =>
      single({ id, type: 'MINING_OUTPUT', coin: 'BTC', amount: '0.00004732', machineNo, machineId: id });
    startFakeServer({ billPage: () => pageOf([mined('LS2-01', '1'), mined('LS2-02', '2')]) });
    await openApp('/bill');
    const day = await screen.findByRole('button', { name: /^矿机产出.*2 台/ });
    expect(day.textContent).toContain('+0.00009464');
    fireEvent.click(day);
    expect((await screen.findByRole('link', { name: /LS2-02/ })).getAttribute('href')).toContain('machineId=2');
  });

  it('of a day whose other machines are on the next page has no sum, and says how many are here', async () => {
    const mined = (machineNo: string, id: string) =>
      single({ id, type: 'MINING_OUTPUT', coin: 'BTC', amount: '0.00004732', machineNo, machineId: id });
    startFakeServer({
      billPage: ({ url }) =>
        url.searchParams.has('cursor') ? unreachable() : pageOf([mined('LS2-01', '1'), mined('LS2-02', '2')], 'next'),
    });
    await openApp('/bill');
    const day = await screen.findByRole('button', { name: /^矿机产出/ });
    expect(day.textContent).toBe('矿机产出14:03 · 已载入 2 台—');
  });
});

it('shows a failed load of either part, and retries', async () => {
  const server = startFakeServer({ billPage: unreachable, billMonth: unreachable });
  await openApp('/bill');
  expect(await screen.findAllByRole('button', { name: '重试' })).toHaveLength(2);
  server.reply({ billPage: () => pageOf([]), billMonth: () => ({ ...billMonthResponse(), sums: [] }) });
  for (const button of screen.getAllByRole('button', { name: '重试' })) fireEvent.click(button);
  await screen.findByText('2026 年 11 月还没有记录');
  // Once.
  expect(screen.queryByText('当月没有收支')).toBeNull();
  // There is nothing to search or choose from.
  expect(screen.queryByRole('button', { name: '全部类型' })).toBeNull();
  expect(screen.queryByLabelText('搜索')).toBeNull();
  expect(screen.queryByText(/不计入收支/)).toBeNull();
});

it('of a month that is kept elsewhere says so, with the way to ask for it', async () => {
  startFakeServer({
    billPage: () => pageOf([]),
    billMonth: () => ({ ...billMonthResponse(), isArchived: true, sums: [] }),
  });
  await openApp('/bill');
  await screen.findByText('当月记录已归档');
  expect(screen.queryByText('2026 年 11 月还没有记录')).toBeNull();
  const [inBar, below] = screen.getAllByRole('link', { name: /客服/ });
  expect([inBar, below].map((link) => link?.getAttribute('href'))).toEqual([
    '/pages/support/index',
    '/pages/support/index',
  ]);
});
