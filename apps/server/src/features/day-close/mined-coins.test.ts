/**
 * Proves the whole path of a coin without an own node, by the commands that an operator has: machines, prices and the
 * pool's report come from files, the day is closed, electricity is paid from the mined coin, and the customer sees it.
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { fetchStatement, readCsvStatement } from '../../testing/read-statement.ts';
import { addNetworkDay, realDay } from './testing/mining-fixture.ts';

const day = realDay.date;
let app: TestApp;
let customer: TestCustomer;
let files = 0;

async function bringIn(command: 'import:machines' | 'import:prices' | 'import:pool-report', lines: string[]) {
  const file = join(tmpdir(), `mined-coins-${process.pid}-${++files}.csv`);
  await writeFile(file, `${lines.join('\n')}\n`);
  const { machines, prices, networkDays } = app.slices;
  const run = { ...machines.commands, ...prices.commands, ...networkDays.commands }[command];
  const { exit, failed } = await runCommand(app, run, file);
  return { exit, failed };
}

beforeAll(async () => {
  app = await startTestApp({ now: '2020-03-02T06:00:00.000Z' });
  customer = await app.createCustomer();
  await app.data('setPayMode', { mode: 'OUTPUT_FIRST' }, customer.caller);
  await addNetworkDay(app.owner, realDay);
  const head =
    'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime';
  const machine = (machineNo: string, model: string, coin: string, rest: string) =>
    `${machineNo},${customer.account},${model},${coin},${rest},SUBSCRIBE,乐山,0.05,0.04,${day}T00:00:00Z,`;
  const imported = await bringIn('import:machines', [
    head,
    machine('E-1', 'A10', 'ETH', '500,MH/s,1000'),
    machine('D-1', 'L3+', 'DOGE', '504,MH/s,800'),
    machine('B-1', 'S17', 'BTC', '53,TH/s,2385'),
  ]);
  expect(imported).toEqual({ exit: 0, failed: [] });
});
afterAll(() => app.stop());

const reports = [
  'date,machineNo,coin,gross,poolFee',
  `${day},E-1,ETH,0.05000000,0.00200000`,
  `${day},D-1,DOGE,600.00000000,24.00000000`,
  // Merged mining: a second coin beside the machine's own.
  `${day},B-1,DOGE,1.50000000,0.06000000`,
];

describe('the pool’s report', () => {
  it('is taken whole or not at all, and again without effect', async () => {
    const wrong = await bringIn('import:pool-report', [...reports, `${day},X-9,DOGE,1,0`]);
    expect(wrong.exit).not.toBe(0);
    expect(wrong.failed.join()).toMatch(/5.*X-9 is unknown/);
    expect(await count()).toBe(0);
    for (let time = 0; time < 2; time++) {
      expect((await bringIn('import:pool-report', reports)).exit).toBe(0);
    }
    expect(await count()).toBe(3);
    const other = await bringIn('import:pool-report', ['date,machineNo,coin,gross,poolFee', `${day},D-1,DOGE,601,24`]);
    expect(other.exit).not.toBe(0);
  });

  async function count() {
    const { rows } = await app.database.query({ text: 'select from pool_report' });
    return rows.length;
  }
});

describe('electricity', () => {
  // What came in already comes in again without effect: each test here stands alone.
  beforeAll(async () => {
    expect((await bringIn('import:pool-report', reports)).exit).toBe(0);
    await bringIn('import:prices', ['date,coin,usdt', `${day},BTC,8541.77`, `${day},ETH,218.97`]);
  });

  it('that is paid in a coin needs its price of that day: without one the day does not close', async () => {
    const result = await app.slices.dayClose.closeMining(day, app.clock.now());
    expect(result).toMatchObject({ outcome: 'refused', reasons: [expect.stringContaining('DOGE')] });
  });

  it('is paid from the mined coin at the day’s price, rounded in the customer’s favour [entity:ledger-type.ELE_CONSUME_ETH] [entity:ledger-type.ELE_CONSUME_DOGE]', async () => {
    expect((await bringIn('import:prices', ['date,coin,usdt', `${day},DOGE,0.0025`])).exit).toBe(0);
    expect(await app.slices.dayClose.closeMining(day, app.clock.now())).toMatchObject({ outcome: 'closed' });

    // 24 kWh at 0.05 is 1.2 USDT, 19.2 kWh is 0.96: at 218.97 and at 0.0025 for one coin.
    const eth = (1_200_000n * 100_000_000n) / 218_970_000n;
    expect(eth).toBe(548_020n);
    const record = async (type: 'ELE_CONSUME_ETH' | 'ELE_CONSUME_DOGE') =>
      (await app.data('ledgerPage', { type }, customer.caller)).records;
    expect(await record('ELE_CONSUME_ETH')).toMatchObject([
      {
        coin: 'ETH',
        amount: '-0.00548020',
        balanceAfter: '0.04251980',
        machineNo: 'E-1',
        kwh: '24',
        price: '0.05',
        rate: '218.97',
        date: day,
      },
    ]);
    expect(await record('ELE_CONSUME_DOGE')).toMatchObject([
      {
        coin: 'DOGE',
        amount: '-384.00000000',
        balanceAfter: '193.44000000',
        machineNo: 'D-1',
        kwh: '19.2',
        price: '0.05',
        rate: '0.0025',
        date: day,
      },
    ]);
    await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  });
});

describe('the customer sees', () => {
  it('DOGE by day, of its own machine and by merged mining of another', async () => {
    const { records } = await app.data('outputPage', { coin: 'DOGE' }, customer.caller);
    expect(
      records.map(({ machineNo, coin, gross, poolFee, net, evidence }) => ({
        machineNo,
        coin,
        gross,
        poolFee,
        net,
        evidence,
      })),
    ).toEqual([
      { machineNo: 'B-1', coin: 'DOGE', gross: '1.50000000', poolFee: '0.06000000', net: '1.44000000', evidence: null },
      {
        machineNo: 'D-1',
        coin: 'DOGE',
        gross: '600.00000000',
        poolFee: '24.00000000',
        net: '576.00000000',
        evidence: null,
      },
    ]);
  });

  it('both coins in the wallet, with a value, and none to withdraw', async () => {
    const { accounts } = await app.data('wallet', {}, customer.caller);
    const output = accounts.filter(({ account }) => account === 'OUTPUT_ACCOUNT');
    expect(output).toMatchObject([
      { coin: 'BTC' },
      { coin: 'ETH', total: '0.04251980' },
      { coin: 'DOGE', total: '193.44000000' },
    ]);
    const valued = await app.data('assetsList', {}, customer.caller);
    expect(valued.find(({ coin }) => coin === 'DOGE')?.valueUsdt).toBe('0.480000');
    const { coins } = await app.data('coinSettings', {}, customer.caller);
    expect(coins.filter(({ coin }) => coin === 'ETH' || coin === 'DOGE').flatMap(({ networks }) => networks)).toEqual(
      [],
    );
  });

  it('every line of them in a statement', async () => {
    const { body } = await fetchStatement(app, customer.caller, { from: '2020-03-02', to: '2020-03-02' });
    const lines = readCsvStatement(body).map((line) =>
      [line['类型'], line['币种'], line['金额'], line['矿机']].join(' '),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        '矿机产出 DOGE 576.00000000 D-1',
        '矿机产出 DOGE 1.44000000 B-1',
        '矿机产出 ETH 0.04800000 E-1',
        '产出抵扣电费（ETH） ETH -0.00548020 E-1',
        '产出抵扣电费（DOGE） DOGE -384.00000000 D-1',
      ]),
    );
  });
});
