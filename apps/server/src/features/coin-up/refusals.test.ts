// Every "no" of COIN UP, in its order, and that a "no" changes nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { subscribe } from './subscribe.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let customer: TestCustomer;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  world = savingsFixture(app);
  await world.open();
});
afterAll(() => app.stop());

const twoNames = '--by admin --approved-by approver --reason r';

/** A customer with 1,000.123456 USDT and 0.1 BTC in the wallet. */
async function newCustomer() {
  customer = await app.createMoneyCustomer();
  await world.give(customer.id, 'USDT', 1_000_123_456n);
  await world.give(customer.id, 'BTC', 10_000_000n);
}

async function untouched() {
  expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(1_000_123_456n);
  expect(await world.balance(customer.id, 'BTC', 'wallet')).toBe(10_000_000n);
  expect(await world.records(customer)).toEqual([]);
}

describe('a subscription is refused', () => {
  beforeAll(newCustomer);

  it.each([
    ['USDT', '99.99', 40002, { min: '100.000000' }],
    ['BTC', '0.00099999', 40002, { min: '0.00100000' }],
    ['USDT', '0', 40002, { min: '100.000000' }],
    ['USDT', '100.001', 40004, null],
    ['USDT', '1.0000001', 40004, null],
    ['BTC', '0.012345678', 40004, null],
    ['USDT', '1000.13', 40001, null],
    ['BTC', '0.10000001', 40001, null],
    ['BTC', '999999999999999999', 40001, null],
  ] as const)(
    'in %s for %s with %i [code:40001] [code:40002] [code:40004] [rule:amount-precision]',
    async (coin, amount, code, data) => {
      expect(await world.subscribe(customer, coin, amount)).toMatchObject({ code, data });
      await untouched();
    },
  );

  it.each(['-1', '1e3', '1.', '.5', '01', ' 1', '1,000', 'NaN', '1234567890123456789', ''])(
    'malformed: "%s"',
    async (amount) => {
      const reply = await world.subscribe(customer, 'BTC', amount);
      expect(reply).toMatchObject({ status: 400, code: 400, data: { field: 'amount' } });
      await untouched();
    },
  );

  it('in a coin that cannot be saved', async () => {
    expect(await world.subscribe(customer, 'DOGE' as 'BTC', '1')).toMatchObject({ status: 400 });
  });

  it('with a wrong funds password, whatever else is wrong with it [code:30001]', async () => {
    const input = { coin: 'USDT', amount: '1', password: '000000' } as const;
    const caller = { ...customer.caller, requestId: 'wrong' };
    expect(await app.call('coinUpSubscribe', input, caller)).toMatchObject({ code: 30001, data: { remaining: 4 } });
    await untouched();
  });

  it('before the risk disclosure is confirmed [code:40010]', async () => {
    await app.owner.query({ text: 'delete from risk_confirmation where customer_id = $1', values: [customer.id] });
    expect(await world.subscribe(customer, 'USDT', '100')).toMatchObject({ code: 40010 });
    const { id: customerId } = customer;
    await app.slices.riskDisclosure.confirmRisk(app.database, { customerId, deviceId: null, now: app.clock.now() });
    await untouched();
  });

  it('while COIN UP is switched off; what is saved can still be taken out [code:50001]', async () => {
    app.clock.advance({ seconds: 1 });
    await world.ops('coin-up:switch', `--to off ${twoNames}`);
    expect(await world.subscribe(customer, 'USDT', '1')).toMatchObject({ code: 50001 });
    expect(await app.data('apy', {})).toMatchObject({ isEnableFunction: false });
    expect(await world.redeem(customer, 'USDT', '1')).toMatchObject({ code: 40001 });
    app.clock.advance({ seconds: 1 });
    await world.ops('coin-up:switch', `--to on ${twoNames}`);
    expect(await app.data('apy', {})).toMatchObject({ isEnableFunction: true });
    await untouched();
  });

  it('below a minimum that was changed in between', async () => {
    app.clock.advance({ seconds: 1 });
    await world.ops('coin-up:minimum', `--coin USDT --amount 200 ${twoNames}`);
    expect(await world.subscribe(customer, 'USDT', '100')).toMatchObject({ code: 40002, data: { min: '200.000000' } });
    app.clock.advance({ seconds: 1 });
    await world.ops('coin-up:minimum', `--coin USDT --amount 100 ${twoNames}`);
    await untouched();
  });

  it('for nothing, whatever the minimum is', async () => {
    const ports = {
      settingsAt: async () => ({
        'coin-up.open': true,
        'coin-up.min.BTC': '0.00000000',
        'coin-up.min.USDT': '0.000000',
        'coin-up.apy.BTC': '1.80',
        'coin-up.apy.USDT': '4.20',
      }),
      scheduledVersions: async () => [],
      readSpendables: async () => [{ balance: 0n, reserved: 0n, available: 0n, owes: false }],
      electricityDays: async () => [() => null],
    };
    const order = { customerId: customer.id, coin: 'USDT', amount: '0', confirm: false, key: 'nothing' } as const;
    expect(
      await app.database.transaction((dbTx) => subscribe(dbTx, ports, { ...order, now: app.clock.now() })),
    ).toMatchObject({ codeName: 'belowMinimum', envelope: { data: { min: '0.010000' } } });
    await untouched();
  });

  it('while electricity or hosting is owed', async () => {
    const hosting = `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, amount, owed, charged_at)
      values (999999, '2020-01-01', $1, '2020-01-31', '2020-01-01', '2020-01-31', 31, 1, 1, '2020-02-01')`;
    await app.owner.query({ text: hosting, values: [customer.id] });
    expect(await world.subscribe(customer, 'USDT', '100')).toMatchObject({ code: 40008 });
    await untouched();
    await app.owner.query({ text: 'delete from hosting_charge where customer_id = $1', values: [customer.id] });
  });

  it('of promotional credit, which pays electricity only', async () => {
    await app.owner.query({
      text: 'insert into electricity_account (customer_id, promo_remaining) values ($1, 900000000)',
      values: [customer.id],
    });
    expect((await world.detail(customer, 'USDT')).available).toBe('100.123456');
    expect(await world.subscribe(customer, 'USDT', '100.13')).toMatchObject({ code: 40001 });
    await untouched();
    expect(await world.subscribe(customer, 'USDT', '100.123456')).toMatchObject({ code: 200 });
    expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(900_000_000n);
  });
});

describe('a redemption is refused', () => {
  beforeAll(async () => {
    await newCustomer();
    await world.subscribe(customer, 'USDT', '1000.123456');
    await app.slices.dayClose.closeCoinUp('2026-03-10', new Date('2026-03-10T16:10:00Z'));
    app.clock.set('2026-03-10T17:00:00.000Z');
  });

  it.each([
    ['USDT', '1000.13', 40001],
    ['USDT', '0', 40002],
    ['USDT', '0.00', 40002],
    ['USDT', '1.001', 40004],
    ['BTC', '0.00000001', 40001],
  ] as const)('in %s for %s with %i', async (coin, amount, code) => {
    expect(await world.redeem(customer, coin, amount)).toMatchObject({ code });
    expect(await world.redeem(customer, coin, amount, 'INCOME_ACCOUNT')).toMatchObject({
      code: amount === '1.001' || code === 40002 ? code : 40001,
    });
    expect(await world.detail(customer, 'USDT')).toMatchObject({ earning: '1000.123456', inTransitOut: '0.000000' });
  });

  it('twice: all of it, once, with every decimal it has', async () => {
    expect(await world.redeem(customer, 'USDT', '1000.123456')).toMatchObject({ code: 200 });
    expect(await world.redeem(customer, 'USDT', '0.01')).toMatchObject({ code: 40001 });
    await world.assertBooks();
  });
});

describe('a request', () => {
  const input = { coin: 'BTC', amount: '0.01', password: testFundsPassword } as const;
  beforeAll(newCustomer);

  it('happens once, answers the same again, and is refused with other input [code:40007]', async () => {
    const caller = { ...customer.caller, requestId: 'once' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.call('coinUpSubscribe', input, caller)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await app.call('coinUpSubscribe', { ...input, confirm: true }, caller)).toEqual(replies[0]);
    expect(await app.call('coinUpSubscribe', { ...input, amount: '0.02' }, caller)).toMatchObject({ code: 40007 });
    expect(await world.balance(customer.id, 'BTC', 'COIN_UP_ACCOUNT')).toBe(1_000_000n);
    expect(await world.records(customer)).toHaveLength(1);
  });

  it('needs an id of its own and a session', async () => {
    expect(await app.call('coinUpSubscribe', input, customer.caller)).toMatchObject({ status: 400 });
    expect(await app.call('coinUpRedeem', input, customer.caller)).toMatchObject({ status: 400 });
    expect(await app.call('coinUpRedeem', input, { requestId: 'x' })).toMatchObject({ code: 10111 });
  });
});

describe('a list of records', () => {
  beforeAll(newCustomer);

  it.each(['interest-BTC-0000-01-01', 'interest-BTC-2026-02-30', 'interest-BTC-9999-12-31', '99999999999999999999'])(
    'has no record "%s"',
    async (id) => {
      expect(await app.call('coinUpPage', { id }, customer.caller)).toMatchObject({ code: 200, data: { records: [] } });
    },
  );

  it.each(['9999-12-31 99999999999 1', '9999-12-31 -1 1', '9999-12-31 2 1', '0000-01-01 0 1'])(
    'refuses the cursor "%s", which no list has made',
    async (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      expect(await app.call('coinUpPage', { cursor }, customer.caller)).toMatchObject({
        status: 400,
        data: { field: 'cursor' },
      });
    },
  );
});

describe('a subscription that takes electricity', () => {
  beforeAll(async () => {
    await newCustomer();
    // Seven days at 100 USDT: three days are 300.
    for (let day = 1; day <= 7; day++) {
      const charge = { machineId: 1n, customerId: customer.id, amount: 100_000_000n };
      await recordDay(app.owner, `2026-03-0${day}`, { charges: [charge] });
    }
  });

  it('is asked about once more when less than three days stay, and goes through when confirmed [code:40009]', async () => {
    expect(await world.subscribe(customer, 'USDT', '700.13')).toMatchObject({ code: 40009 });
    await untouched();
    expect(await world.subscribe(customer, 'USDT', '1000.13')).toMatchObject({ code: 40001 });
    expect(await world.subscribe(customer, 'BTC', '0.001')).toMatchObject({ code: 200 });
    expect(await world.subscribe(customer, 'USDT', '700.12')).toMatchObject({ code: 200 });
    expect(await world.subscribe(customer, 'USDT', '100')).toMatchObject({ code: 40009 });
    expect(await world.subscribe(customer, 'USDT', '100', true)).toMatchObject({ code: 200 });
  });
});
