/**
 * Proves the home screen's figures against sums made here by hand, for two customers with different data, and the estimate
 * of today against the formula of the day close.
 */
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { fppsOutput } from '@lode/mining';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

const now = '2026-03-10T04:00:00.000Z';
const network = { blocks: 142, subsidySum: '1775.00000000', feeSum: '27.63375097' };
const difficulty = '15486913440292.87';

let app: TestApp;
let miner: TestCustomer;
let debtor: TestCustomer;
let newcomer: TestCustomer;

beforeAll(async () => {
  app = await startTestApp({ now });
  miner = await app.createCustomer();
  debtor = await app.createCustomer();
  newcomer = await app.createCustomer();
  const add = (machineNo: string, { account }: TestCustomer, values = {}) =>
    addMachine(app, { machineNo, account, startTime: '2026-03-01', ...values });
  const first = await add('A-1', miner);
  const second = await add('A-2', miner, { startTime: '2026-03-10T02:00:00Z', hashrate: '53.5', poolFeeRate: '0.03' });
  await add('A-3', miner, { startTime: '2026-03-11' });
  const theirs = await add('B-1', debtor);

  const ele = customerAccount(miner.id, 'ELE_ACCOUNT', 'USDT');
  const output = customerAccount(miner.id, 'OUTPUT_ACCOUNT', 'BTC');
  const date = '2026-03-09';
  await postTransfer(app.database, {
    key: 'opening',
    input: null,
    kind: 'test',
    businessDate: date,
    postedAt: app.clock.now(),
    postings: [
      { from: houseAccount('CASH', 'USDT'), to: ele, type: 'ELE_RECHARGE', amount: 10_000_000n, date },
      { from: houseAccount('MINING_RECEIVABLE', 'BTC'), to: output, type: 'MINING_OUTPUT', amount: 33_333n, date },
    ],
  });
  await app.owner.query({
    text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at) values
      ('BTC', '2026-03-08', 100, 100, 0, '[{"difficulty": "1", "seconds": 86400}]', 'import', now()),
      ('BTC', '2026-03-09', 142, 177500000000, 2763375097,
       '[{"difficulty": "1", "seconds": 43200}, {"difficulty": "${difficulty}", "seconds": 43200}]', 'demo-replay', now())`,
  });
  await app.owner.query({
    text: `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', '2026-03-08', 60000123457, 'test', now())`,
  });
  await recordDay(app.owner, '2026-03-07', {
    outputs: [{ machineId: first, customerId: miner.id, net: 11_000n }],
    charges: [{ machineId: first, customerId: miner.id, amount: 2_000_000n }],
  });
  await recordDay(app.owner, '2026-03-08', {
    outputs: [
      { machineId: first, customerId: miner.id, net: 22_000n },
      { machineId: second, customerId: miner.id, net: 500n },
      { machineId: first, customerId: miner.id, net: 7n, coin: 'DOGE', epochSeconds: null },
      { machineId: theirs, customerId: debtor.id, net: 9n },
    ],
    charges: [
      { machineId: first, customerId: miner.id, amount: 2_500_000n },
      { machineId: second, customerId: miner.id, amount: 500_001n },
      { machineId: theirs, customerId: debtor.id, amount: 3_000_000n, owed: 1_234_567n },
    ],
  });
  await recordDay(app.owner, '2026-03-09', {
    outputs: [{ machineId: first, customerId: miner.id, net: 1n }],
    isClosed: false,
  });
});
afterAll(() => app.stop());

describe('indexInfo', () => {
  it('adds up what stands beside each balance, to the cent [call:GET /api/index/info] [entity:client-state.assets-info]', async () => {
    const { assetsInfo } = await app.data('indexInfo', {}, miner.caller);
    // 0.00033333 · 60000.123457 = 19.99984115…, and 10 USDT
    expect(assetsInfo.totalUsdt).toBe('29.990000');
    expect(assetsInfo.prices).toEqual([
      { coin: 'BTC', usdt: '60000.123457', time: '2026-03-08T00:00:00.000Z', stale: false },
    ]);
    expect(assetsInfo.accounts).toEqual(await app.data('assetsList', {}, miner.caller));
  });

  it('calls a price stale once it is older than a close can make it', async () => {
    const staleAt = async (time: string) => {
      app.clock.set(time);
      const { assetsInfo } = await app.data('indexInfo', {}, miner.caller);
      app.clock.set(now);
      return assetsInfo.prices[0]?.stale;
    };
    expect(await staleAt('2026-03-10T23:59:59.999Z')).toBe(false);
    expect(await staleAt('2026-03-11T00:00:00.000Z')).toBe(true);
  });

  it('shows machines and outputs of closed days', async () => {
    const { mining } = await app.data('indexInfo', {}, miner.caller);
    expect(mining).toMatchObject({
      machineCount: 3,
      runningCount: 2,
      hashrates: [{ coin: 'BTC', value: '103.5', unit: 'TH/s' }],
      yesterdayDate: '2026-03-08',
      yesterday: [
        { coin: 'BTC', amount: '0.00022500' },
        { coin: 'DOGE', amount: '0.00000007' },
      ],
      yesterdayFee: '3.000001',
      total: [
        { coin: 'BTC', amount: '0.00033500' },
        { coin: 'DOGE', amount: '0.00000007' },
      ],
      last30: [
        { date: '2026-03-07', coin: 'BTC', amount: '0.00011000' },
        { date: '2026-03-08', coin: 'BTC', amount: '0.00022500' },
        { date: '2026-03-08', coin: 'DOGE', amount: '0.00000007' },
      ],
      source: 'demo-replay',
      elsewhereTo: null,
    });
    expect(mining.statusCounts.filter(({ count }) => count > 0)).toEqual([
      { status: 'WAITING', count: 1 },
      { status: 'RUNNING', count: 2 },
    ]);
  });

  it('estimates today by the formula of the close, from 00:00 UTC, and tells how it grows', async () => {
    const worth = (hashrate: string, seconds: number, poolFeeRate: string) =>
      fppsOutput({ ...network, hashrate, poolFeeRate, epochs: [{ difficulty, seconds }] }).net;
    const { mining } = await app.data('indexInfo', {}, miner.caller);
    const expected = worth('50', 4 * 3600, '0.04') + worth('53.5', 2 * 3600, '0.03');
    expect(BigInt(mining.todayEstimated[0]?.amount.replace('.', '') ?? 0)).toBe(expected);
    expect(mining.todayEstimatedAt).toBe(now);

    app.clock.advance({ seconds: 1000 });
    const later = await app.data('indexInfo', {}, miner.caller);
    app.clock.set(now);
    const grown = BigInt(later.mining.todayEstimated[0]?.amount.replace('.', '') ?? 0) - expected;
    const perSecond = BigInt(mining.todayPerSecond[0]?.amount.replace('.', '') ?? 0);
    const difference = grown - (perSecond * 1000n) / 10n ** 10n;
    expect(difference >= -2n && difference <= 2n).toBe(true);
  });

  it('counts work of today that has ended as well', async () => {
    const id = await addMachine(app, {
      machineNo: 'C-1',
      account: newcomer.account,
      startTime: '2026-03-10T00:00:00Z',
    });
    await app.data('machineSuspend', { id: String(id) }, newcomer.caller);
    app.clock.advance({ hours: 1 });
    const { mining } = await app.data('indexInfo', {}, newcomer.caller);
    app.clock.set(now);
    const { net } = fppsOutput({
      ...network,
      hashrate: '50',
      poolFeeRate: '0.04',
      epochs: [{ difficulty, seconds: 14_400 }],
    });
    expect(BigInt(mining.todayEstimated[0]?.amount.replace('.', '') ?? 0)).toBe(net);
    expect(mining.todayPerSecond).toEqual([{ coin: 'BTC', amount: '0.000000000000000000' }]);
  });

  it('shows zeros, not gaps, to a new customer', async () => {
    const { assetsInfo, mining, electricity, coinUp } = await app.data(
      'indexInfo',
      {},
      (await app.createCustomer()).caller,
    );
    expect(assetsInfo.totalUsdt).toBe('0.000000');
    expect(mining).toMatchObject({
      machineCount: 0,
      hashrates: [],
      last30: [],
      yesterday: [{ coin: 'BTC', amount: '0.00000000' }],
    });
    expect(electricity).toEqual({ available: '0.000000', owed: '0.000000', dailyFee: '0.000000', daysLeft: null });
    expect(coinUp).toEqual({
      isEnableFunction: false,
      btcApy: '1.80',
      usdtApy: '4.20',
      yesterdayIncome: [
        { coin: 'BTC', amount: '0.00000000' },
        { coin: 'USDT', amount: '0.000000' },
      ],
    });
  });
});

describe('electricityReminder', () => {
  it('differs between two customers with different data [call:GET /api/index/ele/reminder]', async () => {
    const low = await app.data('electricityReminder', {}, miner.caller);
    // (2 + 3.000001) / 2 a day from 10 USDT
    expect(low).toMatchObject({
      show: true,
      level: 'LOW',
      available: '10.000000',
      owed: '0.000000',
      dailyFee: '2.500000',
      daysLeft: 3,
    });
    expect(low.last30).toEqual([
      { date: '2026-03-07', fee: '2.000000' },
      { date: '2026-03-08', fee: '3.000001' },
    ]);
    const arrear = await app.data('electricityReminder', {}, debtor.caller);
    expect(arrear).toMatchObject({ show: true, level: 'ARREAR', owed: '1.234567', dailyFee: '3.000000', daysLeft: 0 });
    expect(arrear.last30).toEqual([{ date: '2026-03-08', fee: '3.000000' }]);
    expect(arrear.content).not.toBe(low.content);
    const { electricity } = await app.data('indexInfo', {}, debtor.caller);
    expect(electricity).toEqual({ available: '0.000000', owed: '1.234567', dailyFee: '3.000000', daysLeft: 0 });
  });

  it('counts the machines that have stopped for a debt instead of announcing a stop', async () => {
    const contentOf = async () => (await app.data('electricityReminder', {}, debtor.caller)).content;
    expect(await contentOf()).toContain('已欠电费 1.24 USDT，矿机将因欠费停机');
    const setStatus = (status: string) =>
      app.owner.query({ text: 'update machine set status = $1 where customer_id = $2', values: [status, debtor.id] });
    await setStatus('ARREAR');
    expect(await contentOf()).toContain('已欠电费 1.24 USDT，1 台矿机已停机');
    await setStatus('RUNNING');
  });

  it('is empty for a customer without electricity', async () => {
    const { caller } = await app.createCustomer();
    expect(await app.data('electricityReminder', {}, caller)).toMatchObject({
      show: false,
      level: 'NONE',
      daysLeft: null,
      last30: [],
    });
  });
});
