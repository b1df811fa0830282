// Covers the outputs page: filters, evidence, and the result of 复算.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, silent, startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { earningsResponse, homeResponse, machine, pageOf } from '../../testing/responses.ts';
import type { Output } from './output.ts';
import { evidence, output, outputs } from './testing/output-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => void vi.unstubAllGlobals());

async function openWith(records: Output[], address = '/outputs') {
  const server = startFakeServer({ outputPage: () => pageOf(records) });
  await openApp(address);
  return server;
}
const row = (machineNo: string) =>
  screen.findAllByRole('button', { name: new RegExp(machineNo) }).then(([first]) => first as HTMLElement);
const panel = () => screen.getByRole('region', { name: '计算依据 · FPPS' });
const asked = (server: ReturnType<typeof startFakeServer>) =>
  Object.fromEntries(server.of('outputPage').at(-1)?.url.searchParams ?? []);

describe('OutputsPage', () => {
  it('lists outputs by date with fee and total [route:outputs] [call:GET /api/user/wallet/output/page]', async () => {
    const server = await openWith(outputs());
    expect(await screen.findByText('2026-11-19 周四')).toBeTruthy();
    expect(screen.getByText('2026-11-18 周三')).toBeTruthy();
    expect((await row('LS2-03-1182')).textContent).toContain('运行 24 小时+0.00004732 BTC电费 4.219152 USDT');
    expect((await row('LS2-H3-0009')).textContent).toContain('0.00000000 BTC未运行，无产出');
    expect(screen.getByRole('img', { name: '0.00011445 BTC' })).toBeTruthy();
    expect(asked(server)).toEqual({ coin: 'BTC', from: '2026-10-21', to: '2026-11-19' });
  });

  it('says what a date and the range were worth at their own prices, and what the electricity was', async () => {
    const priced = (date: string, priceUsdt: string) => ({
      date,
      outputs: [{ coin: 'BTC' as const, amount: '0.00010000', priceUsdt }],
      outputUsdt: '0.000000',
      electricity: '0.000000',
      hosting: '0.000000',
      netUsdt: '0.000000',
    });
    const server = startFakeServer({
      outputPage: () =>
        pageOf([
          output(),
          output({ id: '502', date: '2026-11-18' }),
          output({ id: '503', date: '2026-11-18', machineId: '8', machineNo: 'LS2-07-0416' }),
        ]),
      earningDays: () => pageOf([priced('2026-11-19', '100000'), priced('2026-11-18', '200000')]),
    });
    await openApp('/outputs');
    const figures = (await screen.findAllByText('折合 USDT')).map((label) => label.closest('dl')?.textContent);
    expect(figures).toEqual([
      '折合 USDT4.732000电费4.219152扣电费后+0.512848',
      '折合 USDT18.928000电费8.438304扣电费后+10.489696',
    ]);
    // One machine says its output itself.
    expect(screen.getAllByText(/^合计/).map((total) => total.textContent)).toEqual(['合计 0.00009464 BTC']);
    expect(screen.getByRole('region', { name: '近 30 日产出' }).textContent).toContain('按当日币价折合≈ 30.00 USDT');
    expect(server.of('earningDays')[0]?.url.search).toBe('?size=100');
  });

  it('names the unit of what a date cost where no price says what it was worth', async () => {
    startFakeServer({ outputPage: () => pageOf([output()]), earningDays: () => pageOf([]) });
    await openApp('/outputs');
    const labels = await screen.findAllByText('电费');
    expect(labels.map((label) => label.closest('dl')?.textContent)).toContain('电费4.219152 USDT');
  });

  it('says of the days between two that they have no output', async () => {
    startFakeServer({
      outputPage: () =>
        pageOf(
          ['2026-11-19', '2026-11-18', '2026-11-16', '2026-11-12'].map((date, i) => output({ id: `5${i}`, date })),
        ),
    });
    await openApp('/outputs');
    await screen.findByText('2026-11-17 没有产出');
    expect(screen.getAllByText(/没有产出$/).map((line) => line.textContent)).toEqual([
      '2026-11-17 没有产出',
      '2026-11-13 至 2026-11-15 没有产出',
    ]);
  });

  it('says where older outputs are, and gives no total of a range that they belong to', async () => {
    const home = homeResponse();
    const server = startFakeServer({
      outputPage: () => pageOf(outputs()),
      indexInfo: () => ({ ...home, mining: { ...home.mining, elsewhereTo: '2026-09-30' } }),
    });
    await openApp('/outputs?range=2026-09-01~2026-11-19');
    const note = await screen.findByText(/^2026-09-30 及更早的产出已归档/);
    expect(within(note).getByRole('link', { name: '客服' }).getAttribute('href')).toContain('/support');
    await screen.findByText('2026-11-19 周四');
    expect(screen.queryByRole('region', { name: /产出$/ })).toBeNull();
    expect(server.of('outputPage')).toHaveLength(1);
  });

  it('names a single date once, and gives its total without a mean', async () => {
    await openWith(
      outputs().filter(({ date }) => date === '2026-11-19'),
      '/outputs?range=2026-11-19~2026-11-19',
    );
    const card = await screen.findByRole('region', { name: '11-19 产出' });
    expect(card.textContent).not.toContain('日均');
    expect(screen.getByRole('button', { name: /^11-19/ })).toBeTruthy();
  });

  it.each([
    ['', `累计产出${homeResponse().mining.total[0]?.amount} BTC按当日币价折合≈ 49.279293 USDT`],
    ['&machineId=7', '累计产出0.00041234 BTC按当日币价折合≈ 49.279293 USDT'],
  ])('gives the total of all dates as it is kept, while older ones are not listed %s', async (of, total) => {
    startFakeServer({
      outputPage: ({ url }) => (url.searchParams.has('cursor') ? silent() : pageOf(outputs(), 'next')),
      machineDetail: () => ({
        ...machine({ totalOutput: '0.00041234' }),
        startTime: '2026-08-02T01:00:00.000Z',
        statusLog: [],
        last30: [],
        poolFeeRate: '0.04',
        breakEvenPrice: null,
      }),
    });
    await openApp(`/outputs?range=all${of}`);
    expect((await screen.findByRole('region', { name: '累计产出' })).textContent).toBe(total);
  });

  it('says that the total of all dates has those that are kept elsewhere', async () => {
    const home = homeResponse();
    const unpriced = earningsResponse();
    for (const period of unpriced.periods) period.unpriced = ['BTC'];
    startFakeServer({
      outputPage: () => pageOf(outputs()),
      earnings: () => unpriced,
      indexInfo: () => ({ ...home, mining: { ...home.mining, elsewhereTo: '2026-09-30' } }),
    });
    await openApp('/outputs?range=all');
    expect((await screen.findByRole('region', { name: '累计产出' })).textContent).toBe(
      `累计产出${home.mining.total[0]?.amount} BTC含已归档产出2026-09-30 及更早`,
    );
  });

  it('gives the total of a range that is all here, and no note', async () => {
    const home = homeResponse();
    startFakeServer({
      outputPage: () => pageOf(outputs()),
      indexInfo: () => ({ ...home, mining: { ...home.mining, elsewhereTo: '2026-09-30' } }),
    });
    await openApp('/outputs?range=30');
    expect(await screen.findByRole('region', { name: '近 30 日产出' })).toBeTruthy();
    expect(screen.queryByText(/已归档/)).toBeNull();
  });

  it('shows an idle row for a machine on each date that it stood still all day', async () => {
    startFakeServer({
      outputPage: () => pageOf(outputs()),
      machinePage: () =>
        pageOf([
          machine(),
          machine({
            id: '99',
            machineNo: 'LS2-02-0007',
            status: 'REPAIR',
            repairTime: '2026-11-18T12:00:00.000Z',
          }),
          machine({ id: '98', machineNo: 'LS2-02-0008', status: 'SUSPEND', suspendTime: '2026-11-01T00:00:00.000Z' }),
        ]),
    });
    await openApp('/outputs');
    const idle = await screen.findByText(/^LS2-02-0007/);
    expect(screen.getAllByText('维护中，无产出')).toHaveLength(1);
    expect(idle.closest('section')?.parentElement?.textContent).toContain('2026-11-19 周四');
    expect(screen.getAllByText(/^LS2-02-0008/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /LS2-02-0007/ })).toBeNull();
  });

  it('shows a machine with the coin that it mines, and all machines with another coin', async () => {
    const home = homeResponse();
    const total = [...home.mining.total, { coin: 'DOGE' as const, amount: '10.00000000' }];
    const doge = { ...output({ id: '601', machineId: '99', machineNo: 'LS2-11-0007' }), coin: 'DOGE' as const };
    startFakeServer({
      indexInfo: () => ({ ...home, mining: { ...home.mining, total } }),
      outputPage: () => pageOf([...outputs(), doge]),
      machinePage: () => pageOf([machine(), machine({ id: '99', machineNo: 'LS2-11-0007', coin: 'DOGE' })]),
    });
    await openApp('/outputs');
    fireEvent.click(await screen.findByRole('button', { name: '全部矿机' }));
    fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: /LS2-11-0007/ }));
    await waitFor(() => expect(currentAddress()).toMatch(/coin=DOGE&machineId=99/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'DOGE' }));
    fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'BTC' }));
    await waitFor(() => expect(currentAddress()).toContain('coin=BTC'));
    expect(currentAddress()).not.toContain('machineId');
  });

  it('expands a row to its evidence, recomputes it and shows 一致', async () => {
    await openWith(outputs());
    fireEvent.click(await row('LS2-03-1182'));
    expect(panel().textContent).toContain('节点自算');
    expect(within(panel()).getAllByRole('listitem')).toHaveLength(7);
    expect(panel().textContent).not.toContain('一致');
    fireEvent.click(within(panel()).getByRole('button', { name: '复算' }));
    expect(within(panel()).getByRole('status').textContent).toMatch(/^本机复算一致，用时 \d+ 毫秒/);
  });

  it('shows 不一致 with the expected figure when the evidence was altered', async () => {
    await openWith([{ ...output(), net: '0.00009999' }]);
    fireEvent.click(await row('LS2-03-1182'));
    fireEvent.click(within(panel()).getByRole('button', { name: '复算' }));
    expect(within(panel()).getByRole('status').textContent).toContain('复算不一致，按依据应为 0.00004732 BTC');
  });

  it('reports an output from a pool report as not recomputable', async () => {
    await openWith([output({ coin: 'DOGE', evidence: null })], '/outputs?coin=DOGE');
    fireEvent.click(await row('LS2-03-1182'));
    expect(panel().textContent).toContain('该产出由矿池上报，没有可复算的计算依据');
    expect(within(panel()).queryByRole('button')).toBeNull();
  });

  it('marks demo dates as replayed', async () => {
    await openWith([output({ evidence: { ...evidence, source: 'demo-replay' } })]);
    fireEvent.click(await row('LS2-03-1182'));
    expect(within(panel()).getByText('演示回放')).toBeTruthy();
  });

  it('filters by the address and keeps the choice there', async () => {
    const server = await openWith(outputs(), '/outputs?machineId=7&coin=BTC&range=all');
    await screen.findByText('2026-11-19 周四');
    expect(asked(server)).toEqual({ coin: 'BTC', machineId: '7' });
    fireEvent.click(screen.getByRole('button', { name: '全部日期' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '近 7 日' }));
    await waitFor(() =>
      expect(asked(server)).toEqual({ coin: 'BTC', machineId: '7', from: '2026-11-13', to: '2026-11-19' }),
    );
    expect(currentAddress()).toContain('range=7');
    expect(currentAddress()).toContain('machineId=7');
  });

  it('accepts two custom dates in order only', async () => {
    const server = await openWith(outputs());
    fireEvent.click(await screen.findByRole('button', { name: '近 30 日' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '自选日期' }));
    const sheet = await screen.findByRole('dialog', { name: '自选日期' });
    const use = () => within(sheet).getByRole<HTMLButtonElement>('button', { name: '查看' });
    fireEvent.change(within(sheet).getByLabelText('开始日期'), { target: { value: '2026-11-10' } });
    fireEvent.change(within(sheet).getByLabelText('结束日期'), { target: { value: '2026-11-09' } });
    expect(within(sheet).getByRole('alert').textContent).toBe('结束日期不能早于开始日期');
    expect(use().disabled).toBe(true);
    fireEvent.change(within(sheet).getByLabelText('结束日期'), { target: { value: '2026-11-12' } });
    fireEvent.click(use());
    await waitFor(() => expect(asked(server)).toMatchObject({ from: '2026-11-10', to: '2026-11-12' }));
  });

  it('totals 30 days from the closed dates while the list is incomplete', async () => {
    startFakeServer({
      outputPage: ({ url }) => (url.searchParams.has('cursor') ? silent() : pageOf(outputs(), 'next')),
    });
    await openApp('/outputs');
    const total = await screen.findByRole('region', { name: '近 30 日产出' });
    const sum = homeResponse().mining.last30.reduce((all, { amount }) => all + BigInt(amount.replace('.', '')), 0n);
    expect(total.textContent).toContain(sum.toString().padStart(9, '0').replace(/^(\d)/, '$1.'));
  });

  it('distinguishes a new customer from an empty filter result', async () => {
    await openWith([]);
    expect(await screen.findByText('还没有产出')).toBeTruthy();
    expect(screen.getByRole('link', { name: '查看矿机' })).toBeTruthy();
    resetDevice({ isLoggedIn: true });
    await openWith([], '/outputs?range=7');
    expect(await screen.findByText('这段时间没有产出')).toBeTruthy();
  });

  it('says of a coin without output which ones have some, and leads there', async () => {
    const home = homeResponse();
    const total = [...home.mining.total, { coin: 'DOGE' as const, amount: '10.00000000' }];
    const server = startFakeServer({
      indexInfo: () => ({ ...home, mining: { ...home.mining, total } }),
      outputPage: ({ url }) => pageOf(url.searchParams.get('coin') === 'ETH' ? [] : outputs()),
    });
    await openApp('/outputs?coin=ETH&range=7');
    await screen.findByText('还没有 ETH 产出');
    expect(screen.getByText('已有产出的币种：BTC、DOGE，可在上方选择')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '查看 BTC 产出' }));
    expect(await screen.findByText('2026-11-19 周四')).toBeTruthy();
    expect(currentAddress()).toContain('coin=BTC&range=7');

    const hashrates = [...home.mining.hashrates, { coin: 'ETH' as const, unit: 'MH/s', value: '500' }];
    server.reply({ indexInfo: () => ({ ...home, mining: { ...home.mining, total, hashrates } }) });
    await openApp('/outputs?coin=ETH');
    expect(await screen.findByText('矿机运行满一天后，次日 14:00 起在这里看到产出')).toBeTruthy();
    expect(screen.getByText('还没有 ETH 产出')).toBeTruthy();
  });

  it('offers 重试 after a failure', async () => {
    const server = startFakeServer({ outputPage: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/outputs');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ outputPage: () => pageOf(outputs()) });
    fireEvent.click(retry);
    expect(await screen.findByText('2026-11-19 周四')).toBeTruthy();
  });
});
