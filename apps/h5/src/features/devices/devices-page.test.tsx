// Covers the list of machines: totals, filters, cards, and every state.
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, silent, startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { homeResponse, machine, pageOf } from '../../testing/responses.ts';
import { machines } from './testing/machine-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  act(() => onlineManager.setOnline(true));
  vi.unstubAllGlobals();
});

const card = (machineNo: string) => screen.getByRole('link', { name: new RegExp(machineNo) });
const filters = () => screen.getByRole('group', { name: '按状态筛选' });

describe('DevicesPage', () => {
  it('shows a row per machine: name, number, status, time, hashrate, output less fee [route:devices] [area:devices] [call:GET /api/user/machine/pow/page]', async () => {
    startFakeServer({ machinePage: () => pageOf(machines()) });
    await openApp('/devices');
    await screen.findByText('Antminer S19 XP');
    expect(card('LS2-03-1182').textContent).toBe(
      'Antminer S19 XP运行中141 TH/s · LS2-03-1182 · 乐山二期+1.35 USDT启动时间 2026-03-18 10:240.00004732 BTC',
    );
    // A dot belongs to what follows, so that none is left at the end of a line.
    const place = [...card('LS2-03-1182').querySelectorAll('.place > *')].map(({ textContent }) => textContent);
    expect(place).toEqual(['141 TH/s', ' · LS2-03-1182', ' · 乐山二期']);
    expect(card('LS2-H3-0009').textContent).toContain('额定 141 TH/s · LS2-H3-0009');
    expect(card('LS2-H3-0009').textContent).toContain(
      '0.00 USDT维护时间 2026-11-19 21:060.00000000 BTC维护期间不计电费，完成后自动恢复',
    );
    expect(card('LS2-02-0007').textContent).toContain('本机欠费 12.40 USDT，账户欠费缴清后自动恢复');
    expect(card('LS2-09-0551').textContent).toContain('预计启动时间 2026-11-28 10:00');
    expect(card('LS2-02-0007').textContent).toContain('欠费停机');
    expect(card('LS2-03-1182').getAttribute('href')).toBe('/pages/devices_detail/index?id=7');
  });

  it('says of a machine that runs at a loss why it needs a look', async () => {
    const losing = { machineNo: 'LS2-03-0099', yesterdayOutput: '0.00001000', attention: 'LOSING' } as const;
    startFakeServer({ machinePage: () => pageOf([machine(losing)]) });
    await openApp('/devices');
    await screen.findByText('Antminer S19 XP');
    expect(card('LS2-03-0099').textContent).toMatch(/0\.00001000 BTC昨日产出不够付电费$/);
  });

  it('sums up the fleet: running machines, hashrate, yesterday and its net after electricity', async () => {
    startFakeServer({ machinePage: () => pageOf(machines()) });
    await openApp('/devices');
    expect(await screen.findByRole('img', { name: '8 / 11 台' })).toBeTruthy();
    expect(screen.getByRole('img', { name: '1,246.00 TH/s' })).toBeTruthy();
    expect(screen.getByRole('img', { name: '+14.21 USDT' })).toBeTruthy();
    expect(screen.getByText('昨日扣电费后').parentElement?.textContent).toBe('昨日扣电费后+14.21 USDT电费 35.06 USDT');
    expect(screen.getByText('折合按演示币价 BTC 117,842.30 USDT，各台向下取到 0.01，相加会略少于合计')).toBeTruthy();
  });

  it('offers only statuses that occur, and keeps the chosen one when its last machine leaves', async () => {
    const info = homeResponse();
    const server = startFakeServer({ indexInfo: () => info, machinePage: () => pageOf(machines()) });
    await openApp('/devices');
    await screen.findByText('Antminer S19 XP');
    const names = () =>
      within(filters())
        .getAllByRole('button')
        .map((chip) => chip.textContent);
    expect(names()).toEqual(['全部11', '运行中8', '准备中1', '已关机1', '维护中1']);
    fireEvent.click(within(filters()).getByRole('button', { name: /维护中/ }));
    const later = homeResponse();
    later.mining.statusCounts = [{ status: 'RUNNING', count: 11 }];
    server.reply({ indexInfo: () => later });
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(names()).toEqual(['全部11', '运行中11', '维护中0']));
  });

  it('keeps its choice in the address across 返回 and a reload [router:history]', async () => {
    const server = startFakeServer({ machinePage: () => pageOf(machines()) });
    await openApp('/devices?status=REPAIR&coin=ETH&purchaseKind=nothing');
    await screen.findByText('Antminer S19 XP');
    const asked = () => Object.fromEntries(server.of('machinePage').at(-1)?.url.searchParams ?? []);
    expect(asked()).toMatchObject({ status: 'REPAIR', coin: 'ETH' });
    expect(asked()).not.toHaveProperty('purchaseKind');
    const { length } = window.history;
    fireEvent.click(within(filters()).getByRole('button', { name: /运行中/ }));
    await waitFor(() => expect(currentAddress()).toBe('/devices?status=RUNNING&coin=ETH'));
    expect(window.history.length).toBe(length);
    await waitFor(() => expect(asked()).toMatchObject({ status: 'RUNNING', coin: 'ETH' }));
    fireEvent.click(within(filters()).getByRole('button', { name: /全部/ }));
    await waitFor(() => expect(currentAddress()).toBe('/devices?coin=ETH'));
  });

  it('filters by status, coin and purchase kind, and resets an empty result', async () => {
    const server = startFakeServer({
      machinePage: ({ url }) => pageOf(url.searchParams.get('status') === 'REPAIR' ? [] : machines()),
    });
    await openApp('/devices');
    await screen.findByText('Antminer S19 XP');
    fireEvent.click(within(filters()).getByRole('button', { name: /维护中/ }));
    expect(await screen.findByText('没有符合条件的矿机')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '查看全部' }));
    await screen.findByText('Antminer S19 XP');

    fireEvent.click(screen.getByRole('button', { name: '筛选' }));
    const sheet = screen.getByRole('dialog', { name: '筛选矿机' });
    fireEvent.click(within(sheet).getByRole('button', { name: 'DOGE' }));
    fireEvent.click(within(sheet).getByRole('button', { name: '自有托管' }));
    const before = server.of('machinePage').length;
    fireEvent.click(within(sheet).getByRole('button', { name: '查看结果' }));
    await waitFor(() => expect(server.of('machinePage').length).toBe(before + 1));
    const asked = server.of('machinePage').at(-1)?.url.searchParams;
    expect(Object.fromEntries(asked ?? [])).toEqual({ coin: 'DOGE', purchaseKind: 'THIRD', sort: 'ATTENTION' });
  });

  it('shows a skeleton of its shape while loading', async () => {
    startFakeServer({ indexInfo: silent, machinePage: silent });
    await openApp('/devices');
    expect(await screen.findByRole('status', { name: '加载中...' })).toBeTruthy();
  });

  it('shows a new customer how machines appear', async () => {
    const info = homeResponse();
    info.mining = { ...info.mining, machineCount: 0, runningCount: 0, statusCounts: [] };
    startFakeServer({ indexInfo: () => info, machinePage: () => pageOf([]) });
    await openApp('/devices');
    expect(await screen.findByText('还没有矿机')).toBeTruthy();
    // No sums of nothing, and nothing to filter.
    await waitFor(() => expect(screen.queryByRole('button', { name: '筛选' })).toBeNull());
    expect(screen.queryByText('昨日产出')).toBeNull();
    expect(screen.queryByRole('group', { name: '按状态筛选' })).toBeNull();
    expect(screen.queryByText('没有更多了')).toBeNull();
  });

  it('shows 重试 after a failure, and recovers', async () => {
    const failing = () => envelopeWith(503, '服务暂不可用，请稍后再试', null, 503);
    const server = startFakeServer({ machinePage: failing });
    await openApp('/devices');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ machinePage: () => pageOf([machine()]) });
    fireEvent.click(retry);
    expect(await screen.findByText('Antminer S19 XP')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('shows old data with its time while offline', async () => {
    startFakeServer({ machinePage: () => pageOf([machine()]) });
    await openApp('/devices');
    await screen.findByText('Antminer S19 XP');
    act(() => onlineManager.setOnline(false));
    expect(screen.getByText(/显示的是 \d\d:\d\d 的数据/)).toBeTruthy();
    expect(screen.getByText('Antminer S19 XP')).toBeTruthy();
  });

  it('sums up what has a price, and names what has none', async () => {
    const info = homeResponse();
    info.mining.yesterday.push({ coin: 'ETH', amount: '0.50000000' });
    startFakeServer({ indexInfo: () => info, machinePage: () => pageOf([machine()]) });
    await openApp('/devices');
    expect(await screen.findByText(/，另有 ETH 未计价，各台/)).toBeTruthy();
    expect(screen.getByText('昨日产出').parentElement?.textContent).toBe('昨日产出0.00041818 BTC0.50000000 ETH');
    expect(screen.getByRole('img', { name: '+14.21 USDT' })).toBeTruthy();
    expect(screen.queryByText('暂无币价')).toBeNull();
  });

  it('reports that no net can be computed without a price', async () => {
    const info = homeResponse();
    info.assetsInfo.prices = [];
    startFakeServer({ indexInfo: () => info, machinePage: () => pageOf([machine()]) });
    await openApp('/devices');
    expect(await screen.findByText('暂无币价')).toBeTruthy();
    expect(card('LS2-03-1182').textContent).toContain('乐山二期—');
  });
});
