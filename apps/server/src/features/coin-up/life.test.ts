// What a customer lives through with COIN UP: dates, states, records, balances, one day after the other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let customer: TestCustomer;

beforeAll(async () => {
  // 10 March, noon in Shanghai.
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  world = savingsFixture(app);
  await world.open();
  customer = await app.createMoneyCustomer();
  await world.give(customer.id, 'USDT', 1_000_000_000n);
  await world.give(customer.id, 'BTC', 10_000_000n);
});
afterAll(() => app.stop());

describe('a customer of COIN UP [call:POST /api/coin_up/redemption] [call:GET /api/coin_up/page]', () => {
  it('sees the dates before confirming [call:GET /api/coin_up/date]', async () => {
    const dates = (direction: 'IN' | 'OUT' | 'INCOMES') =>
      app.data('coinUpDate', { coin: 'BTC', direction }, customer.caller);
    expect(await dates('IN')).toEqual({
      today: '2026-03-10',
      valueDate: '2026-03-11',
      firstIncomeDate: '2026-03-12',
      arrivalDate: '2026-03-11',
    });
    expect(await dates('OUT')).toMatchObject({ today: '2026-03-10', valueDate: null, arrivalDate: '2026-03-11' });
    expect(await dates('INCOMES')).toMatchObject({ arrivalDate: '2026-03-10', firstIncomeDate: null });
  });

  it('subscribes: the money moves at once, and is in transit [call:POST /api/coin_up/subscribe] [entity:transfer-direction.IN] [entity:transfer-state.INTRANSIT] [entity:ledger-type.COIN_UP_IN_USDT] [entity:ledger-type.COIN_UP_IN_BTC]', async () => {
    const usdt = await world.subscribe(customer, 'USDT', '500');
    expect(usdt).toMatchObject({
      code: 200,
      data: {
        coin: 'USDT',
        direction: 'IN',
        state: 'INTRANSIT',
        account: 'COIN_UP_ACCOUNT',
        amount: '500.000000',
        date: '2026-03-10',
        arrivalDate: '2026-03-11',
        rate: null,
      },
    });
    expect(await world.subscribe(customer, 'BTC', '0.02')).toMatchObject({ code: 200 });
    expect(await world.detail(customer, 'USDT')).toEqual({
      coin: 'USDT',
      principal: '500.000000',
      earning: '0.000000',
      inTransitIn: '500.000000',
      inTransitOut: '0.000000',
      interestBalance: '0.000000',
      yesterdayInterest: '0.000000',
      yesterdayDate: null,
      totalInterest: '0.000000',
      interestOwed: '0.000000',
      apy: '4.20',
      min: '100.000000',
      available: '500.000000',
      reserved: '0.000000',
      last30: [],
      elsewhereTo: null,
    });
    expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(500_000_000n);
    const { records } = await app.data('ledgerPage', { type: 'COIN_UP_IN_USDT' }, customer.caller);
    expect(records).toMatchObject([{ coin: 'USDT', amount: '-500.000000', date: '2026-03-10' }]);
  });

  it('cannot redeem what is in transit', async () => {
    expect(await world.redeem(customer, 'USDT', '1')).toMatchObject({ code: 40001 });
  });

  it('begins to earn on the next day, with the run of the day before', async () => {
    app.clock.set('2026-03-10T16:10:00.000Z');
    const lines = await world.close('2026-03-10');
    expect(lines.join('\n')).toMatch(/interest {5}USDT: 0 positions.*\nvalue dates {2}2 subscriptions/);
    expect(await world.detail(customer, 'USDT')).toMatchObject({ earning: '500.000000', inTransitIn: '0.000000' });
    expect(await world.records(customer, 'IN')).toMatchObject([
      { coin: 'BTC', state: 'SUCCESS' },
      { coin: 'USDT', state: 'SUCCESS' },
    ]);
    await world.assertBooks();
  });

  it('is paid on T+2 for T+1 [entity:transfer-direction.INCOMES] [entity:transfer-state.INCOME]', async () => {
    app.clock.set('2026-03-11T16:10:00.000Z');
    await world.close('2026-03-11');
    // 500 · 4.2 % / 365 = 0.0575342…; 0.02 · 1.8 % / 365 = 0.00000098…
    expect(await world.balance(customer.id, 'USDT', 'INCOME_ACCOUNT')).toBe(57_534n);
    expect(await world.balance(customer.id, 'BTC', 'INCOME_ACCOUNT')).toBe(98n);
    expect(await world.records(customer, 'INCOMES')).toMatchObject([
      {
        id: 'interest-USDT-2026-03-11',
        state: 'INCOME',
        account: 'INCOME_ACCOUNT',
        amount: '0.057534',
        date: '2026-03-11',
        arrivalDate: '2026-03-12',
        rate: '4.20',
      },
      { coin: 'BTC', amount: '0.00000098', rate: '1.80' },
    ]);
    const ask = (id: string) => app.call('supportOpen', { of: 'COIN_UP', id, text: '少了吗？' }, customer.caller);
    expect(await ask('interest-USDT-2026-03-11')).toMatchObject({ code: 200 });
    expect(await ask('interest-USDT-2026-03-10')).toMatchObject({ code: 404 });
    expect(await world.detail(customer, 'USDT')).toMatchObject({
      interestBalance: '0.057534',
      yesterdayInterest: '0.057534',
      yesterdayDate: '2026-03-11',
      totalInterest: '0.057534',
      last30: [{ date: '2026-03-11', amount: '0.057534', rate: '4.20' }],
    });
    const { coinUp } = await app.data('indexInfo', {}, customer.caller);
    expect(coinUp).toEqual({
      isEnableFunction: true,
      btcApy: '1.80',
      usdtApy: '4.20',
      yesterdayIncome: [
        { coin: 'BTC', amount: '0.00000098' },
        { coin: 'USDT', amount: '0.057534' },
      ],
    });
  });

  it('redeems: held until it arrives, earns nothing for that day [call:POST /api/coin_up/redemption] [entity:transfer-direction.OUT] [entity:ledger-type.COIN_UP_OUT_USDT] [entity:ledger-type.COIN_UP_OUT_BTC] [entity:transfer-state.SUCCESS]', async () => {
    expect(await world.redeem(customer, 'USDT', '200')).toMatchObject({
      code: 200,
      data: {
        direction: 'OUT',
        state: 'INTRANSIT',
        date: '2026-03-12',
        arrivalDate: '2026-03-13',
        amount: '200.000000',
      },
    });
    expect(await world.redeem(customer, 'BTC', '0.02')).toMatchObject({ code: 200 });
    expect(await world.detail(customer, 'USDT')).toMatchObject({
      principal: '500.000000',
      earning: '300.000000',
      inTransitOut: '200.000000',
      available: '500.000000',
    });
    const { accounts } = await app.data('wallet', {}, customer.caller);
    expect(accounts.find(({ account, coin }) => account === 'COIN_UP_ACCOUNT' && coin === 'USDT')).toMatchObject({
      available: '300.000000',
      frozen: '200.000000',
      total: '500.000000',
    });
    app.clock.set('2026-03-12T16:10:00.000Z');
    await world.close('2026-03-12');
    // 300 for the 12th: 0.0345205…, with what was left of the day before.
    expect(await world.balance(customer.id, 'USDT', 'INCOME_ACCOUNT')).toBe(57_534n + 34_520n);
    expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(700_000_000n);
    expect(await world.balance(customer.id, 'BTC', 'wallet')).toBe(10_000_000n);
    expect(await world.records(customer, 'OUT')).toMatchObject([{ state: 'SUCCESS' }, { state: 'SUCCESS' }]);
    const { records } = await app.data('ledgerPage', { type: 'COIN_UP_OUT_BTC' }, customer.caller);
    expect(records).toMatchObject([{ amount: '0.02000000', date: '2026-03-13' }]);
    await world.assertBooks();
  });

  it('takes interest to the wallet at once [entity:ledger-type.INCOME_IN_USDT] [entity:ledger-type.INCOME_IN_BTC]', async () => {
    expect(await world.redeem(customer, 'USDT', '0.092054', 'INCOME_ACCOUNT')).toMatchObject({
      code: 200,
      data: {
        direction: 'OUT',
        state: 'SUCCESS',
        account: 'INCOME_ACCOUNT',
        date: '2026-03-13',
        arrivalDate: '2026-03-13',
      },
    });
    expect(await world.redeem(customer, 'BTC', '0.00000098', 'INCOME_ACCOUNT')).toMatchObject({ code: 200 });
    expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(700_092_054n);
    expect(await world.detail(customer, 'USDT')).toMatchObject({
      interestBalance: '0.000000',
      totalInterest: '0.092054',
    });
    await world.assertBooks();
  });

  it('finds it all in one list, newest first, page by page, and by id [call:GET /api/coin_up/page]', async () => {
    const all = await world.records(customer);
    expect(all.map(({ date, direction, coin }) => `${date} ${direction} ${coin}`)).toEqual([
      '2026-03-13 OUT BTC',
      '2026-03-13 OUT USDT',
      '2026-03-12 INCOMES USDT',
      '2026-03-12 OUT BTC',
      '2026-03-12 OUT USDT',
      '2026-03-11 INCOMES USDT',
      '2026-03-11 INCOMES BTC',
      '2026-03-10 IN BTC',
      '2026-03-10 IN USDT',
    ]);
    const walked = [];
    let cursor: string | undefined;
    do {
      const page = await app.data('coinUpPage', { size: 2, ...(cursor && { cursor }) }, customer.caller);
      walked.push(...page.records);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(walked).toEqual(all);
    expect((await app.data('coinUpPage', { size: 2, current: 3 }, customer.caller)).records).toEqual(all.slice(4, 6));
    for (const record of all) {
      expect((await app.data('coinUpPage', { id: record.id }, customer.caller)).records).toEqual([record]);
    }
    const of = async (input: object) => (await app.data('coinUpPage', input, customer.caller)).records.length;
    expect(await of({ coin: 'BTC' })).toBe(4);
    expect(await of({ direction: 'OUT' })).toBe(4);
    expect(await of({ from: '2026-03-11', to: '2026-03-12' })).toBe(5);
    const stranger = await app.createMoneyCustomer();
    for (const { id } of all) expect((await app.data('coinUpPage', { id }, stranger.caller)).records).toEqual([]);
    expect((await app.data('coinUpPage', { id: 'interest-BTC-2026-02-30' }, customer.caller)).records).toEqual([]);
  });
});
