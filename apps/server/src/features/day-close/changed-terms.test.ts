/** Proves that each day is computed from the terms that stood for it: the golden case of `docs/golden/terms.md`, day by day. */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { addNetworkDay, balanceOf, giveMoney, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
let a: TestCustomer;
let b: TestCustomer;
const ids = new Map<string, bigint>();
const days = ['2020-03-01', '2020-03-02', '2020-03-03'] as const;

const people = '--by operations --approved-by approver --reason agreed';
const ops = (name: string, args: string) => {
  const commands: Record<string, Command> = app.slices.machines.opsCommands;
  return runCommand(app, commands[name], `${args} ${people}`);
};
const setTerms = (machineNo: string, args: string) => ops('terms:set', `--id ${ids.get(machineNo)} ${args}`);

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-27T06:00:00Z' });
  await addStaff(app);
  a = await app.createCustomer();
  b = await app.createCustomer();
  const ends = { 'M-2': '2020-03-02T12:00:00Z', 'M-3': '2020-03-01T12:00:00Z' } as Record<string, string>;
  for (const machineNo of ['M-1', 'M-2', 'M-3', 'M-4']) {
    const values = { machineNo, account: a.account, site: 'S1', startTime: '2020-01-01T00:00:00Z' };
    ids.set(machineNo, await addMachine(app, { ...values, endTime: ends[machineNo] ?? '' }));
  }
  for (const { id } of [a, b]) await giveMoney(app.database, id, 'ELE_ACCOUNT', 100_000_000n, '2020-02-27T06:00:00Z');
  for (const date of days) await addNetworkDay(app.owner, { ...realDay, date });
});
afterAll(() => app.stop());

const close = (date: string) => {
  app.clock.set(`${addDays(date, 1)}T06:00:00Z`);
  return app.slices.dayClose.closeMining(date, app.clock.now());
};

async function figuresOf(date: string) {
  const { rows } = await app.database.query<{
    machine: string;
    owner: bigint;
    payer: bigint;
    net: bigint;
    fee: bigint;
  }>({
    text: `select charge.machine_no as machine, output.customer_id as owner, charge.customer_id as payer, net, amount as fee
           from machine_output output full join electricity_charge charge using (machine_id, date)
           where date = $1 order by charge.machine_no`,
    values: [date],
  });
  return rows.map(({ machine, owner, payer, net, fee }) => {
    expect(owner).toBe(payer);
    return [machine, owner === a.id ? 'A' : 'B', net, fee];
  });
}

const page = async (caller: TestCustomer['caller']) => {
  const { records } = await app.data('machinePage', {}, caller);
  return records.map(({ machineNo }) => machineNo).sort();
};

describe('terms that change', () => {
  it('are decided before their days, with a notice to each customer', async () => {
    const done = [
      await ops('tariff:set', '--site S2 --price 0.03 --from 2020-02-27 --new-site'),
      await ops('tariff:set', '--site S1 --price 0.05 --from 2020-03-03'),
      await setTerms('M-1', `--from 2020-03-02 --owner ${b.account}`),
      await setTerms('M-1', '--from 2020-03-03 --hashrate 52 --power 1800'),
      await setTerms('M-2', '--from 2020-03-02 --end 2021-01-01T00:00:00Z'),
      await setTerms('M-3', '--from 2020-03-03 --end 2021-01-01T00:00:00Z'),
      await setTerms('M-4', '--from 2020-03-02 --site S2'),
    ];
    expect(done.map(({ exit, failed }) => [exit, failed])).toEqual(done.map(() => [0, []]));
    const texts = (await app.notices()).map(({ to, text }) => [to, text]);
    expect(texts).toContainEqual([
      a.account,
      '【合约变更】自 2020-03-03 08:00（北京时间）起，机房 S1 的电价由 0.045 调整为 0.05 USDT/度，涉及您的 4 台矿机。',
    ]);
    expect(texts).toContainEqual([
      a.account,
      '【合约变更】自 2020-03-02 08:00（北京时间）起，矿机 M-1：不再归属您的账户，此前的产出与费用仍在您的账单中。',
    ]);
    expect(texts).toContainEqual([
      b.account,
      '【合约变更】自 2020-03-02 08:00（北京时间）起，矿机 M-1：归入您的账户，机房 S1，电价 0.045 USDT/度，算力 50 TH/s，功耗 1975 W，矿池费率 4%，托管费 0.00 USDT/月，合约无到期日；已公布的后续变更：2020-03-03 起电价 0.045 → 0.05 USDT/度。',
    ]);
    expect(texts).toContainEqual([
      b.account,
      '【合约变更】自 2020-03-03 08:00（北京时间）起，矿机 M-1：算力 50 → 52 TH/s；功耗 1975 → 1800 W。',
    ]);
    expect(texts).toHaveLength(7);
  });

  it('leave the days before them as they were', async () => {
    expect(await close('2020-03-01')).toMatchObject({ outcome: 'closed' });
    expect(await figuresOf('2020-03-01')).toEqual([
      ['M-1', 'A', 78_446n, 2_133_000n],
      ['M-2', 'A', 78_446n, 2_133_000n],
      ['M-3', 'A', 39_223n, 1_066_500n],
      ['M-4', 'A', 78_446n, 2_133_000n],
    ]);
  });

  it('count from the first second of their day', async () => {
    expect(await close('2020-03-02')).toMatchObject({ outcome: 'closed' });
    expect(await figuresOf('2020-03-02')).toEqual([
      ['M-1', 'B', 78_446n, 2_133_000n],
      ['M-2', 'A', 78_446n, 2_133_000n],
      ['M-4', 'A', 78_446n, 1_422_000n],
    ]);
    expect(await close('2020-03-03')).toMatchObject({ outcome: 'closed' });
    expect(await figuresOf('2020-03-03')).toEqual([
      ['M-1', 'B', 81_584n, 2_160_000n],
      ['M-2', 'A', 78_446n, 2_370_000n],
      ['M-4', 'A', 78_446n, 1_422_000n],
    ]);
  });

  it('give each owner what his days mined and cost', async () => {
    expect(await balanceOf(app.database, a.id, 'BTC')).toBe(588_345n);
    expect(await balanceOf(app.database, a.id, 'USDT')).toBe(100_000_000n - 14_812_500n);
    expect(await balanceOf(app.database, b.id, 'BTC')).toBe(160_030n);
    expect(await balanceOf(app.database, b.id, 'USDT')).toBe(100_000_000n - 4_293_000n);
    const { electricity, dayClose, machines } = app.slices;
    await assertBooksBalance(app.database, [...electricity.bookChecks, ...dayClose.bookChecks, ...machines.bookChecks]);
  });

  it('show in the list what is in force today', async () => {
    expect(await page(a.caller)).toEqual(['M-2', 'M-3', 'M-4']);
    expect(await page(b.caller)).toEqual(['M-1']);
    const detail = (no: string, caller = a.caller) => app.data('machineDetail', { id: String(ids.get(no)) }, caller);
    expect(await detail('M-1', b.caller)).toMatchObject({ hashrate: '52', powerWatts: 1800, electricityPrice: '0.05' });
    expect(await detail('M-4')).toMatchObject({ site: 'S2', electricityPrice: '0.03' });
    expect(await detail('M-2')).toMatchObject({
      status: 'RUNNING',
      contractEnded: false,
      endTime: '2021-01-01T00:00:00.000Z',
    });
    expect(await detail('M-3')).toMatchObject({
      status: 'SUSPEND',
      contractEnded: false,
      endTime: '2021-01-01T00:00:00.000Z',
    });
    expect((await app.call('machineDetail', { id: String(ids.get('M-1')) }, a.caller)).status).toBe(404);
  });

  it('let the renewed machine be started again', async () => {
    expect(await app.data('machineActive', { id: String(ids.get('M-3')) }, a.caller)).toMatchObject({
      status: 'RUNNING',
    });
  });

  it('hide a former owner’s days from the new one, and keep them for himself', async () => {
    const id = String(ids.get('M-1'));
    const detail = await app.data('machineDetail', { id }, b.caller);
    expect(detail.last30.map(({ date, output }) => [date, output])).toEqual([
      ['2020-03-02', '0.00078446'],
      ['2020-03-03', '0.00081584'],
    ]);
    expect(detail).toMatchObject({
      totalOutput: '0.00160030',
      yesterdayOutput: '0.00081584',
      yesterdayFee: '2.160000',
    });
    expect(detail.statusLog).toEqual([
      { from: null, to: 'RUNNING', time: '2020-03-02T00:00:00.000Z', reason: '设备转入' },
    ]);
    expect([detail.startTime, detail.lastRunningTime]).toEqual([
      '2020-03-02T00:00:00.000Z',
      '2020-03-02T00:00:00.000Z',
    ]);
    const { points, rated } = await app.data('machineHashrate', { id, range: '30d' }, b.caller);
    expect([points[0], points[1], rated]).toEqual([
      { time: '2020-03-02T00:00:00.000Z', value: '50' },
      { time: '2020-03-03T00:00:00.000Z', value: '52' },
      '52',
    ]);
    const datesOf = async (caller: TestCustomer['caller']) =>
      (await app.data('outputPage', { machineId: id }, caller)).records.map(({ date }) => date);
    expect(await datesOf(b.caller)).toEqual(['2020-03-03', '2020-03-02']);
    expect(await datesOf(a.caller)).toEqual(['2020-03-01']);
    const fees = (await app.data('ledgerPage', { type: 'ELE_CONSUME_USDT' }, a.caller)).records;
    expect(fees.filter(({ machineNo }) => machineNo === 'M-1').map(({ date }) => date)).toEqual(['2020-03-01']);
  });
});
