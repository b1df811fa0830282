// Covers the detail of a record: from inputs to figure, for electricity in both coins and for hosting.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { hostingFee, ledgerRecord, machine, pageOf } from '../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => void vi.unstubAllGlobals());

const pairs = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const paidFromOutput = { type: 'ELE_CONSUME_BTC', coin: 'BTC', rate: '117842.3', amount: '-0.00005559' } as const;
const hosting = {
  type: 'HOSTING_FEE',
  kwh: null,
  price: null,
  date: '2026-10-31',
  amount: '-6.290322',
} as const;
const fee = hostingFee();

describe('ElectricDetailPage', () => {
  it('converts a payment from output with units, and explains the rounding [area:electricity]', async () => {
    startFakeServer({ ledgerPage: () => pageOf([ledgerRecord(paidFromOutput)]) });
    await openApp('/electric_detail?id=900-1');
    await screen.findByText('折合');
    expect(pairs()).toMatchObject({
      当日电费: '84 kWh × 0.078 = 6.552 USDT',
      折合: '6.550853 USDT',
      扣款后余额: '208.30800000 BTC',
    });
    expect(screen.getByText(/舍入归您/)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('电费明细'));
  });

  it('leads to the machine, named by its model once that is known', async () => {
    const server = startFakeServer({ machineDetail: unreachable });
    await openApp('/electric_detail?id=900-1');
    const link = await screen.findByRole('link', { name: /LS2-03-1182/ });
    expect(link.textContent).toBe('LS2-03-1182矿机');
    expect(link.getAttribute('href')).toBe('/pages/devices_detail/index?id=7');
    resetDevice({ isLoggedIn: true });
    server.reply({ machineDetail: () => envelopeWith(200, 'ok', machine({ model: 'Antminer S21' })) });
    await openApp('/electric_detail?id=900-1');
    expect(await screen.findByText('Antminer S21')).toBeTruthy();
  });

  it('omits the rounding note without rounding', async () => {
    startFakeServer();
    await openApp('/electric_detail?id=900-1');
    await screen.findByText('当日电费');
    expect(screen.queryByText(/舍入归您/)).toBeNull();
  });

  it('shows a hosting fee by month, days and monthly fee', async () => {
    const server = startFakeServer({
      ledgerPage: () => pageOf([ledgerRecord(hosting)]),
      hostingFeeList: () => pageOf([fee]),
    });
    await openApp('/electric_detail?id=860-1');
    await screen.findByText('当月托管费');
    expect(pairs()).toMatchObject({
      托管月份: '2026 年 10 月',
      计费天数: '13 天（当月 31 天）',
      月托管费: '15.00 USDT',
      当月托管费: '15 × 13 ÷ 31 = 6.290322 USDT',
    });
    expect(server.of('hostingFeeList').map(({ url }) => url.searchParams.get('id'))).toEqual(['7-2026-10']);
    expect(document.title).toBe('托管费明细');
    expect(screen.queryByText(/其中一部分/)).toBeNull();
  });

  it('reports a payment that covers part of the month', async () => {
    startFakeServer({
      ledgerPage: () => pageOf([ledgerRecord({ ...hosting, amount: '-5.000000' })]),
      hostingFeeList: () => pageOf([{ ...fee, monthlyFee: '20.000000', status: 'OWED' }]),
    });
    await openApp('/electric_detail?id=860-1');
    expect(await screen.findByText('当月托管费分多次支付，本笔为其中一部分')).toBeTruthy();
    expect(pairs()).toMatchObject({ 当月托管费: '6.290322 USDT' });
    expect(pairs()).not.toHaveProperty('月托管费');
  });

  it('gives the reason of a correction after an outage', async () => {
    startFakeServer({
      ledgerPage: () => pageOf([ledgerRecord({ type: 'ADJUST_ELE', kwh: null, price: null, reason: '机房停电' })]),
    });
    await openApp('/electric_detail?id=870-1');
    await screen.findByText('原因');
    expect(pairs()).toMatchObject({ 原因: '机房停电' });
  });

  it('uses the record’s name as its title', async () => {
    startFakeServer({
      ledgerPage: () =>
        pageOf([ledgerRecord({ type: 'ELE_RECHARGE', amount: '5.000000', kwh: null, price: null, machineId: null })]),
    });
    await openApp('/electric_detail?id=850-1');
    await waitFor(() => expect(document.title).toBe('电费充值明细'));
    expect(pairs()).toMatchObject({ 入账账户: '电费账户', 入账后余额: '208.308000 USDT' });
  });
});
