// Covers the DOGE list: by coin and date with totals, and its empty state.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf } from '../../testing/responses.ts';
import { valueWithin } from './day-values.ts';
import { dogeDaysOf, netOf, netOfAll } from './doge-days.ts';
import { groupByDay } from './output.ts';
import { output } from './testing/output-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const doge = (id: string, date: string, net: string) => output({ id, date, net, coin: 'DOGE', evidence: null });

const day = (date: string, amount: string | null, priceUsdt: string | null) => ({
  date,
  outputs: amount === null ? [] : [{ coin: 'DOGE' as const, amount, priceUsdt }],
  outputUsdt: '0.000000',
  electricity: '0.000000',
  hosting: '0.000000',
  netUsdt: '0.000000',
});
const days = () => [
  day('2026-11-19', '3.75000000', '0.2'),
  day('2026-11-18', '4.00000000', '0.1'),
  day('2026-11-17', null, null),
];

const worthOf = (records: ReturnType<typeof day>[]) => valueWithin(pageOf(records), 'DOGE', {});

describe('DogeListPage', () => {
  it('says what it was worth at each date’s price, beside the price now, with a chart [call:GET /api/user/earnings/days]', async () => {
    const list = [doge('3', '2026-11-19', '3.75000000'), doge('1', '2026-11-18', '4.00000000')];
    startFakeServer({ outputPage: () => pageOf(list), earningDays: () => pageOf(days(), 'more') });
    await openApp('/dogeList');
    const card = await screen.findByRole('region', { name: 'DOGE 产出与折合' });
    expect(card.textContent).toContain(
      '近 2 日产出7.75000000 DOGE按当日币价折合1.15 USDT电费−8.438304 USDT扣电费后−7.288304 USDT',
    );
    expect(card.textContent).toContain('DOGE 产出不够付电费');
    expect(card.textContent).toContain('DOGE 演示币价 0.2104 USDT');
    expect(screen.getByRole('slider', { name: '每日 DOGE 产出' })).toBeTruthy();
    const row = screen.getByRole('link', { name: /^11-19 周四/ }).textContent?.replaceAll('\u00a0', ' ');
    expect(row).toBe('11-19 周四≈ 0.75 USDT+3.75000000 DOGE扣电费后 −3.469152 USDT');
  });

  it('claims no worth where a date has no price', () => {
    expect(worthOf(days())).toBe(1_150_000n);
    expect(worthOf([...days(), day('2026-11-16', '1.00000000', null)])).toBeNull();
    // 1.5 millionths each: 1 in each row, 3 in all, as in earnings.
    const halves = ['2026-11-18', '2026-11-19'].map((date) => day(date, '0.00000001', '150'));
    expect(dogeDaysOf(halves).map(({ worth }) => worth)).toEqual([1n, 1n]);
    expect(worthOf(halves)).toBe(3n);
    expect(dogeDaysOf([day('2026-11-17', null, null)])).toEqual([]);
  });

  it('claims no net of a date that is not wholly listed, has no price, or was paid in coins', () => {
    const known = dogeDaysOf(days());
    const list = [doge('3', '2026-11-19', '3.75000000'), doge('1', '2026-11-18', '4.00000000')];
    const inCoins = list.map((one) => ({ ...one, fee: { amount: '1.00000000', coin: 'DOGE' as const } }));
    expect(netOfAll(known, 1_150_000n, groupByDay(list, true))).toBe(1_150_000n - 2n * 4_219_152n);
    expect(netOfAll(known, 1_150_000n, groupByDay(list, false))).toBeNull();
    expect(netOfAll(known, 1_150_000n, groupByDay(list.slice(0, 1), true))).toBeNull();
    expect(netOfAll(known, 1_150_000n, groupByDay(inCoins, true))).toBeNull();
    expect(netOfAll(known, null, groupByDay(list, true))).toBeNull();
    expect(netOf(null, list)).toBeNull();
  });

  it('lists DOGE by month and date, each with total, machines and electricity [route:dogeList]', async () => {
    const server = startFakeServer({
      outputPage: () =>
        pageOf([
          doge('3', '2026-11-19', '1.50000000'),
          doge('2', '2026-11-19', '2.25000000'),
          doge('1', '2026-11-18', '4.00000000'),
          doge('0', '2026-10-31', '2.00000000'),
        ]),
    });
    await openApp('/dogeList');
    const days = async () =>
      (await screen.findAllByText(/ 周.$/)).map((title) =>
        title.closest('a, button')?.textContent?.replaceAll('\u00a0', ' '),
      );
    expect(await days()).toEqual([
      '11-19 周四2 台 · 电费 8.44 USDT+3.75000000 DOGE',
      '11-18 周三1 台 · 电费 4.22 USDT+4.00000000 DOGE',
      '10-31 周六1 台 · 电费 4.22 USDT+2.00000000 DOGE',
    ]);
    expect(screen.getAllByText(/^2026 年/).map((head) => head.textContent)).toEqual(['2026 年 11 月', '2026 年 10 月']);
    expect(server.of('outputPage')[0]?.url.search).toBe('?coin=DOGE&size=100');
  });

  it('claims neither sum, electricity nor net of a date whose other machines are on the next page', async () => {
    startFakeServer({
      outputPage: ({ url }) =>
        url.searchParams.has('cursor')
          ? envelopeWith(500, '系统繁忙，请稍后再试', null, 500)
          : pageOf([doge('3', '2026-11-19', '3.00000000')], 'next'),
      earningDays: () => pageOf(days()),
    });
    await openApp('/dogeList');
    const row = await screen.findByRole('button', { name: /^11-19/ });
    expect(row.textContent?.replaceAll('\u00a0', ' ')).toBe('11-19 周四已载入 1 台—≈ 0.75 USDT');
    expect(screen.getByRole('region', { name: 'DOGE 产出与折合' }).textContent).not.toContain('扣电费后');
  });

  it('opens a date to its machines, and each to its derivation', async () => {
    const half = { ...doge('2', '2026-11-19', '2.25000000'), runningSeconds: 43_200 };
    startFakeServer({ outputPage: () => pageOf([doge('3', '2026-11-19', '1.50000000'), half]) });
    await openApp('/dogeList');
    fireEvent.click(await screen.findByRole('button', { name: /^11-19/ }));
    expect(screen.getAllByRole('button', { name: /运行 24 小时/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /运行 12 小时/ }));
    expect(screen.getAllByText(/没有可复算的计算依据/)).toHaveLength(1);
  });

  it('leads from a date of one machine to its derivation, as the bill does', async () => {
    const two = [doge('3', '2026-11-19', '1.50000000'), doge('2', '2026-11-19', '2.25000000')];
    const server = startFakeServer({ outputPage: () => pageOf([...two, doge('1', '2026-11-18', '4.00000000')]) });
    await openApp('/dogeList');
    const day = await screen.findByRole('link', { name: /^11-18/ });
    expect(day.getAttribute('href')).toBe('/pages/outputs/index?coin=DOGE&machineId=7&range=2026-11-18%7E2026-11-18');
    fireEvent.click(day);
    const asked = () => Object.fromEntries(server.of('outputPage').at(-1)?.url.searchParams ?? []);
    await waitFor(() =>
      expect(asked()).toEqual({ coin: 'DOGE', machineId: '7', from: '2026-11-18', to: '2026-11-18' }),
    );
  });

  it('shows an empty state, and 重试 after a failure', async () => {
    const server = startFakeServer({ outputPage: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/dogeList');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ outputPage: () => pageOf([]) });
    retry.click();
    expect(await screen.findByText('还没有 DOGE 产出')).toBeTruthy();
  });
});
