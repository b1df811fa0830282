/**
 * Proves what a customer sees of the books: balances with what is set aside, records with the right sign, words and
 * electricity beside them, and never anything of another customer.
 */
import { customerAccount, houseAccount, type PostingType, postTransfer } from '@lode/ledger';
import { placeHold, releaseHold } from '@lode/ledger/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

const now = '2026-03-10T04:00:00.000Z';
const today = '2026-03-10';

let app: TestApp;
let customer: TestCustomer;
let stranger: TestCustomer;

beforeAll(async () => {
  app = await startTestApp({ now });
  customer = await app.createCustomer();
  stranger = await app.createCustomer();
});
afterAll(() => app.stop());

let keys = 0;
const ele = ({ id }: TestCustomer) => customerAccount(id, 'ELE_ACCOUNT', 'USDT');
const output = ({ id }: TestCustomer) => customerAccount(id, 'OUTPUT_ACCOUNT', 'BTC');

function post(from: bigint, to: bigint, type: PostingType, amount: bigint, date = today, sourceId?: bigint) {
  return postTransfer(app.database, {
    key: `test-${++keys}`,
    input: null,
    kind: 'test',
    businessDate: today,
    postedAt: app.clock.now(),
    postings: [{ from, to, type, amount, date, sourceId }],
  });
}

describe('GET wallet', () => {
  it('shows every account, zeros included [call:GET /api/user/wallet] [entity:account.ELE_ACCOUNT] [entity:account.OUTPUT_ACCOUNT]', async () => {
    const wallet = await app.data('wallet', {}, stranger.caller);
    expect(wallet.accounts.map(({ account, coin, total }) => [account, coin, total])).toEqual([
      ['OUTPUT_ACCOUNT', 'BTC', '0.00000000'],
      ['OUTPUT_ACCOUNT', 'ETH', '0.00000000'],
      ['OUTPUT_ACCOUNT', 'DOGE', '0.00000000'],
      ['ELE_ACCOUNT', 'USDT', '0.000000'],
      ['COIN_UP_ACCOUNT', 'BTC', '0.00000000'],
      ['COIN_UP_ACCOUNT', 'USDT', '0.000000'],
      ['INCOME_ACCOUNT', 'BTC', '0.00000000'],
      ['INCOME_ACCOUNT', 'USDT', '0.000000'],
    ]);
    expect(wallet).toMatchObject({ hasFundsPassword: false, electricityPayMode: 'PREPAID_FIRST' });
  });

  it('tells apart what is available and what is set aside', async () => {
    const saver = await app.createCustomer();
    await post(houseAccount('CASH', 'USDT'), ele(saver), 'ELE_RECHARGE', 100_000_000n);
    await placeHold(app.database, {
      key: 'hold-1',
      account: ele(saver),
      amount: 30_000_001n,
      reason: 'test',
      at: app.clock.now(),
    });
    const held = await app.data('wallet', {}, saver.caller);
    expect(held.accounts.find(({ account }) => account === 'ELE_ACCOUNT')).toEqual({
      account: 'ELE_ACCOUNT',
      coin: 'USDT',
      available: '69.999999',
      frozen: '30.000001',
      total: '100.000000',
    });
    await releaseHold(app.database, 'hold-1', app.clock.now());
    const free = await app.data('wallet', {}, saver.caller);
    expect(free.accounts.find(({ account }) => account === 'ELE_ACCOUNT')).toMatchObject({ available: '100.000000' });
  });

  it('checks the session in its one query as every other call does [code:10111] [code:1001]', async () => {
    for (const caller of [
      {},
      { accessToken: 'unknown', deviceId: customer.caller.deviceId },
      { ...customer.caller, deviceId: 'another' },
      { accessToken: customer.caller.accessToken },
    ])
      expect(await app.call('wallet', {}, caller)).toMatchObject({ status: 200, code: 10111, data: null });

    const leaver = await app.createCustomer();
    await app.data('logout', {}, leaver.caller);
    expect((await app.call('wallet', {}, leaver.caller)).code).toBe(10111);

    const disabled = await app.createCustomer();
    await app.owner.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [disabled.id] });
    expect((await app.call('wallet', {}, disabled.caller)).code).toBe(1001);
  });

  it('ends with the session, to the moment', async () => {
    const { rows } = await app.owner.query<{ expires: Date }>({
      text: 'select expires_at as expires from session where customer_id = $1',
      values: [customer.id],
    });
    const expires = rows[0]?.expires as Date;
    app.clock.set(new Date(expires.getTime() - 1));
    expect((await app.call('wallet', {}, customer.caller)).code).toBe(200);
    app.clock.set(expires);
    expect((await app.call('wallet', {}, customer.caller)).code).toBe(10111);
    app.clock.set(now);
  });
});

describe('setPayMode', () => {
  it('is kept and shown, for this customer alone [call:POST /api/user/wallet/pay-mode]', async () => {
    for (const mode of ['OUTPUT_FIRST', 'PREPAID_FIRST', 'OUTPUT_FIRST'] as const) {
      expect(await app.data('setPayMode', { mode }, customer.caller)).toEqual({ electricityPayMode: mode });
      expect((await app.data('wallet', {}, customer.caller)).electricityPayMode).toBe(mode);
    }
    expect((await app.data('wallet', {}, stranger.caller)).electricityPayMode).toBe('PREPAID_FIRST');
  });
});

describe('assetsList', () => {
  it('values what has a price, rounds towards zero, and leaves the rest without a value [call:GET /api/index/info/assets/list]', async () => {
    const holder = await app.createCustomer();
    await post(houseAccount('MINING_RECEIVABLE', 'BTC'), output(holder), 'MINING_OUTPUT', 123_456n);
    await post(houseAccount('CASH', 'USDT'), ele(holder), 'ELE_RECHARGE', 5_500_000n);
    const valueOf = async (coin: string) =>
      (await app.data('assetsList', {}, holder.caller)).find((row) => row.coin === coin && row.total !== '0')
        ?.valueUsdt;
    expect(await valueOf('BTC')).toBeNull();
    expect(await valueOf('USDT')).toBe('5.500000');
    await app.owner.query({
      text: `insert into reference_price (coin, date, usdt, source, created_at) values
               ('BTC', '2026-03-08', 68123456789, 'test', now()), ('BTC', '2026-03-11', 1, 'of tomorrow', now())`,
    });
    // 0.00123456 · 68123.456789 = 84.102494…
    expect(await valueOf('BTC')).toBe('84.100000');
  });
});

describe('ledgerPage', () => {
  let miner: TestCustomer;
  let machineId: bigint;

  beforeAll(async () => {
    miner = await app.createCustomer();
    machineId = await addMachine(app, {
      machineNo: 'L-1',
      account: miner.account,
      startTime: '2026-03-01',
    });
    const cash = houseAccount('CASH', 'USDT');
    const revenue = houseAccount('ELECTRICITY_REVENUE', 'USDT');
    await post(houseAccount('PROMOTION_EXPENSE', 'USDT'), ele(miner), 'ELE_INIT', 10_000_000n, '2026-03-01');
    await post(cash, ele(miner), 'ELE_RECHARGE', 90_000_000n, '2026-03-02');
    await post(
      houseAccount('MINING_RECEIVABLE', 'BTC'),
      output(miner),
      'MINING_OUTPUT',
      50_000n,
      '2026-03-07',
      machineId,
    );
    await recordDay(app.owner, '2026-03-08', { charges: [{ machineId, customerId: miner.id, amount: 6_552_000n }] });
    await post(ele(miner), revenue, 'ELE_CONSUME_USDT', 5_000_000n, '2026-03-08', machineId);
    await post(
      output(miner),
      houseAccount('ELECTRICITY_REVENUE', 'BTC'),
      'ELE_CONSUME_BTC',
      2278n,
      '2026-03-08',
      machineId,
    );
    await post(ele(miner), customerAccount(miner.id, 'COIN_UP_ACCOUNT', 'USDT'), 'COIN_UP_IN_USDT', 20_000_000n);
    await post(customerAccount(miner.id, 'COIN_UP_ACCOUNT', 'USDT'), ele(miner), 'COIN_UP_OUT_USDT', 5_000_000n);
    await post(houseAccount('CASH', 'USDT'), houseAccount('INTEREST_FUND', 'USDT'), 'FUND_PAID_IN', 9_000_000n);
    await post(
      houseAccount('INTEREST_FUND', 'USDT'),
      customerAccount(miner.id, 'INCOME_ACCOUNT', 'USDT'),
      'INTEREST',
      1_000n,
    );
  });

  it('lists all accounts and all types but outputs, newest first, each with its sign and balance [call:GET /api/user/wallet/ele/page] [entity:account-of-coin]', async () => {
    const { records, hasMore } = await app.data('ledgerPage', {}, miner.caller);
    expect(hasMore).toBe(false);
    expect(
      records.map(({ type, coin, amount, balanceAfter, title }) => [type, coin, amount, balanceAfter, title]),
    ).toEqual([
      ['COIN_UP_OUT_USDT', 'USDT', '5.000000', '80.000000', 'COIN UP 转出 USDT'],
      ['COIN_UP_IN_USDT', 'USDT', '-20.000000', '75.000000', 'COIN UP 转入 USDT'],
      ['ELE_CONSUME_BTC', 'BTC', '-0.00002278', '0.00047722', '产出抵扣电费（BTC）'],
      ['ELE_CONSUME_USDT', 'USDT', '-5.000000', '95.000000', '电费'],
      ['ELE_RECHARGE', 'USDT', '90.000000', '100.000000', '电费充值'],
      ['ELE_INIT', 'USDT', '10.000000', '10.000000', '初始电费'],
    ]);
  });

  it('explains electricity: machine, kWh, price, and the rate when output paid [entity:ledger-type.ELE_CONSUME_BTC] [entity:ledger-type.ELE_CONSUME_USDT]', async () => {
    const { records } = await app.data('ledgerPage', {}, miner.caller);
    const electricity = { machineNo: 'L-1', date: '2026-03-08', kwh: '84', price: '0.078' };
    expect(records[2]).toMatchObject({ ...electricity, rate: '68123.456789' });
    expect(records[3]).toMatchObject({ ...electricity, rate: null });
    expect(records[4]).toMatchObject({ machineNo: null, date: '2026-03-02', kwh: null, price: null, rate: null });
  });

  it('filters by type and by the record’s own date [entity:ledger-type.ELE_INIT] [entity:ledger-type.ELE_RECHARGE]', async () => {
    const types = async (input: Parameters<typeof app.data<'ledgerPage'>>[1]) =>
      (await app.data('ledgerPage', input, miner.caller)).records.map(({ type }) => type);
    expect(await types({ type: 'ELE_RECHARGE' })).toEqual(['ELE_RECHARGE']);
    expect(await types({ type: 'WITHDRAW' })).toEqual([]);
    expect(await types({ from: '2026-03-02', to: '2026-03-08' })).toEqual([
      'ELE_CONSUME_BTC',
      'ELE_CONSUME_USDT',
      'ELE_RECHARGE',
    ]);
    expect(await types({ from: '2026-03-09' })).toEqual(['COIN_UP_OUT_USDT', 'COIN_UP_IN_USDT']);
    expect(await types({ to: '2026-03-01' })).toEqual(['ELE_INIT']);
    expect(await types({ from: '2026-03-09', to: '2026-03-01' })).toEqual([]);
  });

  it('gives one record by its id to its owner, and an empty list to everybody else', async () => {
    const [newest] = (await app.data('ledgerPage', {}, miner.caller)).records;
    const id = newest?.id ?? '';
    expect((await app.data('ledgerPage', { id }, miner.caller)).records).toEqual([newest]);
    expect((await app.data('ledgerPage', { id }, stranger.caller)).records).toEqual([]);
    for (const wrong of ['1', 'x-1', '999999-1', '1-999999999', '99999999999999999999-1'])
      expect((await app.data('ledgerPage', { id: wrong }, miner.caller)).records).toEqual([]);
    expect((await app.data('ledgerPage', {}, stranger.caller)).records).toEqual([]);
  });

  it('walks by cursor over the lines of one transfer and over transfers, as by page number', async () => {
    const walker = await app.createCustomer();
    for (let transfer = 0; transfer < 3; transfer++)
      await postTransfer(app.database, {
        key: `walk-${transfer}`,
        input: null,
        kind: 'test',
        businessDate: today,
        postedAt: app.clock.now(),
        postings: Array.from({ length: 3 }, (_, line) => ({
          from: houseAccount('CASH', 'USDT'),
          to: ele(walker),
          type: 'ELE_RECHARGE' as const,
          amount: BigInt(transfer * 10 + line + 1),
          date: today,
        })),
      });
    for (const filter of [{}, { type: 'ELE_RECHARGE' as const }]) {
      const amounts: string[] = [];
      let cursor: string | null = null;
      for (let current = 1; current === 1 || cursor; current++) {
        const byCursor: Awaited<ReturnType<typeof app.data<'ledgerPage'>>> = await app.data(
          'ledgerPage',
          { ...filter, size: 2, ...(cursor && { cursor }) },
          walker.caller,
        );
        const byNumber = await app.data('ledgerPage', { ...filter, size: 2, current }, walker.caller);
        expect(byNumber.records).toEqual(byCursor.records);
        amounts.push(...byCursor.records.map(({ amount }) => amount));
        cursor = byCursor.nextCursor;
      }
      expect(amounts).toEqual(
        [23, 22, 21, 13, 12, 11, 3, 2, 1].map((micro) => `0.0000${String(micro).padStart(2, '0')}`),
      );
    }
  });

  it('refuses days that no calendar has, and types that do not exist', async () => {
    for (const input of [
      { from: '2026-02-30' },
      { to: '2026-13-01' },
      { type: 'MINING_OUTPUT' },
      { size: 101 },
      { current: 0 },
    ])
      expect(await app.call('ledgerPage', input as never, miner.caller)).toMatchObject({
        status: 400,
        data: { field: Object.keys(input)[0] },
      });
  });
});
