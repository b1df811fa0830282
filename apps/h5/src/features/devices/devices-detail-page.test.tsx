// Covers the machine page: month, break-even, history, fees, and the switch with its confirmation.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, envelopeWith, refused, startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { earningsResponse, homeResponse, machine, pageOf } from '../../testing/responses.ts';
import type { MachineDetail } from './machine.ts';
import { earningDays, hashrate, hostingFees, machineDetail } from './testing/machine-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => void vi.unstubAllGlobals());

async function open(fields: Partial<MachineDetail> = {}, others: Parameters<typeof startFakeServer>[0] = {}) {
  const server = startFakeServer({
    ...others,
    machineDetail: () => machineDetail(fields),
    earningDays: () => pageOf(earningDays()),
    machineHashrate: ({ url }) => hashrate(url.searchParams.get('range') as '24h'),
    hostingFeeList: () => pageOf(hostingFees()),
  });
  await openApp('/devices_detail?id=7');
  await screen.findByRole('heading', { level: 1, name: 'Antminer S19 XP' });
  return server;
}
const cardOf = (name: string) => screen.getByRole('region', { name });

describe('DeviceDetailPage', () => {
  it('shows status, hashrate, month, break-even, terms and history [route:devices_detail] [call:GET /api/user/machine/detail] [entity:purchase-kind.SUBSCRIBE]', async () => {
    await open();
    expect(screen.getByText('LS2-03-1182 · 乐山二期')).toBeTruthy();
    expect(await screen.findByRole('img', { name: '138.65 TH/s' })).toBeTruthy();
    expect(screen.getByText('额定 141.00 TH/s · 开机率 98.33%')).toBeTruthy();
    expect(screen.getByText('启动时间 2026-03-18 10:24')).toBeTruthy();
    await waitFor(() => expect(within(cardOf('近 30 日收支')).getByRole('img', { name: '+38.614806' })).toBeTruthy());
    expect(within(cardOf('保本币价')).getByText('安全垫 24.3%')).toBeTruthy();
    expect(cardOf('托管信息').textContent).toContain('购买方式认购额定功率3,031 W · 21.5 J/TH电价0.058 USDT/kWh');
    expect(cardOf('托管信息').textContent).toContain('2028-03-18（剩余 483 天）');
    expect(
      within(cardOf('状态记录'))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['运行中11-06 18:40维护完成，恢复运行', '维护中11-05 07:12更换风扇 1 个', '运行中03-18 10:24首次启动']);
    expect(screen.queryByRole('region', { name: '托管费' })).toBeNull();
  });

  it('shows enough digits of small prices to tell them apart', async () => {
    await open({ coin: 'DOGE', breakEvenPrice: '0.015479' });
    const card = cardOf('保本币价');
    expect(within(card).getByRole('img', { name: '0.015479 USDT' })).toBeTruthy();
    expect(await within(card).findByRole('img', { name: '保本币价 0.015479，演示币价 0.2104' })).toBeTruthy();
  });

  it('shows the effect before turning off, then sends one request [call:POST /api/user/machine/suspend]', async () => {
    const server = await open();
    server.reply({
      machineSuspend: () => machine({ status: 'SUSPEND' }),
      machineDetail: () => machineDetail({ status: 'SUSPEND', suspendTime: '2026-11-20T14:05:00.000Z' }),
    });
    fireEvent.click(screen.getByRole('button', { name: '关机' }));
    const dialog = screen.getByRole('dialog', { name: '确认关机？' });
    expect(dialog.textContent).toContain(
      '关机后 LS2-03-1182 不再产出，也不再产生电费。每天少赚≈ 1.357145 USDT每天少收产出折合≈ 5.576297 USDT每天少付电费4.219152 USDT每天少收 BTC0.00004732 BTC按昨日一天的数据与现在的币价估算。',
    );
    expect(server.of('machineSuspend')).toHaveLength(0);
    const confirm = within(dialog).getByRole('button', { name: '确认关机' });
    await act(async () => {
      fireEvent.click(confirm);
      fireEvent.click(confirm);
    });
    expect(await screen.findByRole('button', { name: '开机' })).toBeTruthy();
    expect(server.of('machineSuspend').map(({ body }) => body)).toEqual([{ id: '7' }]);
    expect(screen.getByText('关机时间 2026-11-20 22:05')).toBeTruthy();
  });

  it('sends nothing on 取消', async () => {
    const server = await open();
    fireEvent.click(screen.getByRole('button', { name: '关机' }));
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.of('machineSuspend')).toHaveLength(0);
  });

  it('shows the cost of electricity before turning on [call:POST /api/user/machine/active]', async () => {
    const server = await open({ status: 'SUSPEND', purchaseKind: 'THIRD' });
    server.reply({ machineActive: () => machine() });
    fireEvent.click(screen.getByRole('button', { name: '开机' }));
    const dialog = screen.getByRole('dialog', { name: '确认开机？' });
    expect(dialog.textContent).toContain('全天电费约4.22 USDT');
    expect(dialog.textContent).toContain('托管费不受开关机影响');
    fireEvent.click(within(dialog).getByRole('button', { name: '确认开机' }));
    await waitFor(() => expect(server.of('machineActive')).toHaveLength(1));
  });

  it('closes the dialog on a refusal and shows the reason', async () => {
    const server = await open();
    server.reply({ machineSuspend: () => refused('notOperable') });
    fireEvent.click(screen.getByRole('button', { name: '关机' }));
    fireEvent.click(screen.getByRole('button', { name: '确认关机' }));
    expect(await screen.findByText('当前状态不可操作')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stores and reverses the wanted status for the time after a debt', async () => {
    const server = await open(
      { status: 'ARREAR', owed: '12.400000', arrearTime: '2026-11-18T06:00:00.000Z' },
      { indexInfo: () => ({ ...homeResponse(), electricity: { ...homeResponse().electricity, owed: '20.150001' } }) },
    );
    // Above every figure of the machine.
    const debt = screen.getByText(/缴清即恢复/);
    expect(debt.compareDocumentPosition(screen.getByText(/LS2-03-1182 · /))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(debt.parentElement?.textContent).toContain('本机欠费 12.40 USDT，账户共欠 20.16 USDT。充值后自动补扣');
    const recharge = screen.getByRole('link', { name: '去充值' });
    expect(recharge.getAttribute('href')).toBe('/recharge?coin=USDT');
    const waiting = { status: 'ARREAR', owed: '12.400000', wantedStatus: 'SUSPEND' } as const;
    server.reply({ machineSuspend: () => machine(waiting), machineDetail: () => machineDetail(waiting) });
    fireEvent.click(screen.getByRole('button', { name: '缴清后保持关机' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '确认' }));
    expect(await screen.findByRole('button', { name: '缴清后恢复运行' })).toBeTruthy();
    expect(screen.getByText('缴清后保持关机')).toBeTruthy();
  });

  it('says how long a stopped machine has stood, and its mean hashrate below', async () => {
    // The running record ends at the product's time.
    await open({ status: 'ARREAR', owed: '12.400000', arrearTime: '2026-11-18T06:00:00.000Z' });
    expect(await screen.findByRole('img', { name: /^2 天/ })).toBeTruthy();
    expect(screen.getByText('已停机')).toBeTruthy();
    expect(screen.getByText('24 小时平均算力 138.65 TH/s')).toBeTruthy();
    expect(screen.getByText('停机时间 2026-11-18 14:00')).toBeTruthy();
  });

  it('explains why a machine with a debt cannot be turned on, without a request', async () => {
    const server = await open({ status: 'SUSPEND', owed: '1.000000', owesElectricity: true });
    const button = screen.getByRole('button', { name: '开机' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(await screen.findByText('有未缴电费，缴清后才能开机')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.of('machineActive')).toHaveLength(0);
  });

  it('turns a machine on that owes hosting alone, and shows what is owed', async () => {
    await open({ status: 'SUSPEND', owed: '5.000000', owesElectricity: false });
    expect(screen.getByText(/欠费/).textContent).toContain('5.00');
    fireEvent.click(screen.getByRole('button', { name: '开机' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('shows when it ran during a day, a week or a month, with the source [call:GET /api/user/machine/hashrate]', async () => {
    const server = await open();
    expect(await screen.findByRole('slider', { name: '近 24 小时运行记录' })).toBeTruthy();
    expect(await screen.findByText('全程运行，没有停机')).toBeTruthy();
    expect(screen.getByText('按开关机记录折算，非实测')).toBeTruthy();
    expect(screen.getByText('11-19 16:00')).toBeTruthy();
    const week = deferredReply<'machineHashrate'>();
    server.reply({ machineHashrate: () => week.data });
    fireEvent.click(screen.getByRole('tab', { name: '7 天' }));
    // A figure never appears under another range's name.
    expect(screen.getByText('24 小时平均算力')).toBeTruthy();
    await act(async () => week.release({ ...hashrate('7d'), average: '99.5' }));
    expect(await screen.findByText('7 天平均算力')).toBeTruthy();
    expect(screen.getByRole('img', { name: '99.50 TH/s' })).toBeTruthy();
    expect(server.of('machineHashrate').map(({ url }) => url.searchParams.get('range'))).toEqual(['24h', '7d']);
  });

  it('says of a range without a running minute that it stood still throughout', async () => {
    const log: MachineDetail['statusLog'] = [
      { from: 'RUNNING', to: 'SUSPEND', time: '2026-09-01T00:00:00.000Z', reason: '客户关机' },
    ];
    await open({ status: 'SUSPEND', statusLog: log });
    expect(await screen.findByText('全程停机，没有运行')).toBeTruthy();
  });

  it('shows its other figures without the running record, and retries it', async () => {
    const server = startFakeServer({
      machineDetail: () => machineDetail(),
      machineHashrate: () => envelopeWith(500, '系统繁忙', null, 500),
    });
    await openApp('/devices_detail?id=7');
    const retry = await screen.findByRole('button', { name: '运行记录加载失败，点此重试' });
    expect(cardOf('状态记录')).toBeTruthy();
    server.reply({ machineHashrate: () => hashrate() });
    fireEvent.click(retry);
    expect(await screen.findByRole('img', { name: '138.65 TH/s' })).toBeTruthy();
  });

  it('shows when a machine that has not started will have data', async () => {
    const statusLog: MachineDetail['statusLog'] = [
      { from: null, to: 'WAITING', time: '2026-10-24T00:00:00.000Z', reason: '设备上架' },
    ];
    startFakeServer({
      machineDetail: () => machineDetail({ status: 'WAITING', last30: [], breakEvenPrice: null, statusLog }),
      machineHashrate: () => ({ ...hashrate(), average: '0', uptime: null, points: [] }),
    });
    await openApp('/devices_detail?id=7');
    expect(await screen.findByText('启动后显示运行记录')).toBeTruthy();
    // No figure of 0 that nothing has measured.
    expect(screen.getByText('额定算力')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '净收益' })).toBeNull();
  });

  it('renders only with the prices that its cards need', async () => {
    const prices = deferredReply<'indexInfo'>();
    const server = startFakeServer({ machineDetail: () => machineDetail(), indexInfo: () => prices.data });
    await openApp('/devices_detail?id=7');
    await waitFor(() => expect(server.of('indexInfo')).toHaveLength(1));
    await screen.findByRole('heading', { level: 1, name: 'Antminer S19 XP' });
    expect(screen.queryByRole('region', { name: '托管信息' })).toBeNull();
    await act(async () => prices.release(homeResponse()));
    expect(await screen.findByRole('region', { name: '托管信息' })).toBeTruthy();
  });

  it('has no switch where only the operator acts', async () => {
    await open({ status: 'REPAIR' });
    expect(screen.queryByRole('button', { name: /关机|开机/ })).toBeNull();
    expect(screen.getByText('维护期间没有产出，也不计电费，完成后自动恢复')).toBeTruthy();
  });

  it('lists the hosting fees of a customer’s own machine [entity:purchase-kind.THIRD] [call:GET /api/user/machine/special/parkingFeeList]', async () => {
    await open({ purchaseKind: 'THIRD' });
    expect(cardOf('托管信息').textContent).toContain('购买方式自有托管');
    await waitFor(() => expect(cardOf('托管费').textContent).toContain('2026-10'));
    expect(cardOf('托管费').textContent).toContain('待缴');
    expect(cardOf('托管费').textContent).toContain('已缴');
  });

  it('shows what a correction of hosting charged and gave back', async () => {
    const [newest, older] = hostingFees();
    const server = startFakeServer({ machineDetail: () => machineDetail({ purchaseKind: 'THIRD' }) });
    server.reply({
      hostingFeeList: () =>
        pageOf([
          { ...newest, id: '33', month: '2026-09', days: 0, monthlyFee: null, amount: '6.000000' },
          { ...older, refunds: [{ coin: 'USDT', amount: '9.000000' }] },
        ] as ReturnType<typeof hostingFees>),
    });
    await openApp('/devices_detail?id=7');
    await waitFor(() => expect(screen.getByText('2026-09 补收')).toBeTruthy());
    expect(cardOf('托管费').textContent).toContain('已退还');
    expect(within(cardOf('托管费')).getByRole('img', { name: /^9\.0+ USDT$/ })).toBeTruthy();
  });

  it('values its month as earnings do: each day at its own price, with hosting', async () => {
    const dear = {
      outputUsdt: '100.000000',
      outputs: [{ coin: 'BTC' as const, amount: '0.00100000', priceUsdt: '100000' }],
    };
    const days = earningDays(null, {});
    const server = startFakeServer({
      machineDetail: () => machineDetail({ last30: [{ date: '2026-11-19', output: '0.00100000', fee: '4.219152' }] }),
      earningDays: () => pageOf([{ ...days[0]!, ...dear, hosting: '30.000000' }, ...days.slice(1)]),
    });
    await openApp('/devices_detail?id=7');
    const month = await screen.findByRole('region', { name: '近 30 日收支' });
    expect(month.textContent).toContain('产出折合100.00电费−4.219152托管费−30.00净收益 USDT+65.780848');
    expect(within(month).getByRole('slider').getAttribute('aria-valuetext')).toBe(
      '11-19 产出 100.00 · 费用 34.219152 · 净收益 65.780848',
    );
    expect(month.textContent).toContain('付电费与托管费净收益每日 USDT，按当日币价');
    expect(server.of('earningDays')[0]?.url.search).toBe('?machineId=7&size=30');
  });

  it('forecasts a payback from the days before and a break-even price with hosting, and says what is still to be charged', async () => {
    const server = startFakeServer({
      machineDetail: () => machineDetail({ purchaseKind: 'THIRD' }),
      earnings: () => ({
        ...earningsResponse(),
        hostingMonthly: '30.000000',
        hostingToCome: '19.000000',
        purchaseUsdt: '185.000000',
      }),
      earningDays: () => pageOf(earningDays()),
    });
    await openApp('/devices_detail?id=7');
    const card = await screen.findByRole('region', { name: '净收益' });
    await waitFor(() => expect(card.textContent).toMatch(/按最近 7 个已结算日的日均净收益，难度不变时约还需 \d+ 天/));
    expect(card.textContent).toContain('托管费按日计入，本月待收 19.00 USDT');
    expect(cardOf('保本币价').textContent).toMatch(/含全年平均一天的托管费；只计电费为 [\d,.]+ USDT/);
    // As the net above it: the parts add up to the price.
    expect(card.textContent).toContain('累计净收益−15.780708 USDT还差200.780708 USDT');
    expect(server.of('earningDays')).toHaveLength(1);
  });

  it('shows the coin while no price is known', async () => {
    const info = homeResponse();
    info.assetsInfo.prices = [];
    startFakeServer({
      indexInfo: () => info,
      machineDetail: () => machineDetail(),
      earningDays: () => pageOf(earningDays(null)),
    });
    await openApp('/devices_detail?id=7');
    const month = await screen.findByRole('region', { name: '近 30 日收支' });
    expect(within(month).getByRole('img', { name: '0.00137931 BTC' })).toBeTruthy();
    expect(screen.getByText('暂无现价')).toBeTruthy();
  });

  it('shows a not-found page for a missing machine and for another customer’s', async () => {
    const missing = () => envelopeWith(404, '内容不存在', null, 404);
    const server = startFakeServer({
      machineDetail: missing,
      machineHashrate: missing,
      earnings: missing,
      earningDays: missing,
    });
    await openApp('/devices_detail?id=999');
    expect(await screen.findByText('没有找到这台矿机')).toBeTruthy();
    await waitFor(() => expect(server.of('earningDays').length).toBeGreaterThan(0));
    // Said once: by the page.
    expect(screen.queryByText('内容不存在')).toBeNull();
    expect(screen.getByRole('link', { name: '查看矿机' })).toBeTruthy();
  });

  it('shows the not-found page without an id', async () => {
    startFakeServer();
    await openApp('/devices_detail');
    expect(await screen.findByText('没有找到这台矿机')).toBeTruthy();
  });

  it('offers 重试 after a failure', async () => {
    const server = startFakeServer({ machineDetail: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/devices_detail?id=7');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ machineDetail: () => machineDetail() });
    fireEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Antminer S19 XP' })).toBeTruthy();
  });
});
