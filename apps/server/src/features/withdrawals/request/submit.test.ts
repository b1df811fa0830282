// What may be withdrawn, every "no" in its order, that a "no" changes nothing, and what a customer sees of it afterwards.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestCustomer, testFundsPassword } from '../../../testing/app.ts';
import { addMachine } from '../../../testing/machines.ts';
import { recordDay } from '../../../testing/recorded-days.ts';
import {
  addressOf,
  bitcoinAddress,
  evmAddress,
  otherBitcoinAddress,
  startWithdrawalFixture,
} from '../../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
beforeAll(async () => {
  world = await startWithdrawalFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
});

async function untouched() {
  expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
  expect(await world.balance(customer.id, 'USDT')).toBe(1_000_000_000n);
  expect(await world.records(customer)).toEqual([]);
}

describe('a withdrawal', () => {
  it('takes the gross amount at once and answers its record [call:POST /api/withdraw/apply] [entity:withdrawal-record] [state:withdrawal.processing-waiting] [entity:ledger-type.WITHDRAW]', async () => {
    const reply = await world.apply(customer, 'BTC', '0.01');
    expect(reply).toMatchObject({
      code: 200,
      data: {
        coin: 'BTC',
        network: 'BITCOIN',
        address: bitcoinAddress,
        amount: '0.01000000',
        fee: '0.00020000',
        received: '0.00980000',
        status: 'WAITING',
        thirdStatus: null,
        checkRemark: null,
        txid: null,
        confirmations: 0,
        needed: 3,
        number: expect.stringMatching(/^W20260310-[0-9A-HJKMNP-TV-Z]{10}$/),
        steps: [{ step: 'APPLIED', time: app.clock.now().toISOString() }],
        eta: '2026-03-11T04:30:00.000Z',
      },
    });
    expect(await world.balance(customer.id, 'BTC')).toBe(99_000_000n);
    const ledger = await app.data('ledgerPage', { type: 'WITHDRAW' }, customer.caller);
    expect(ledger.records).toHaveLength(1);
    await world.assertBooks();
  });

  it('gets the same response again, and is refused with another amount [code:40007]', async () => {
    const code = await world.code(customer, 'BTC', { amount: '0.01' });
    const first = await world.apply(customer, 'BTC', '0.01', { requestId: 'same', code });
    expect(await world.apply(customer, 'BTC', '0.01', { requestId: 'same', code })).toEqual(first);
    expect(await world.apply(customer, 'BTC', '0.02', { requestId: 'same', code })).toMatchObject({ code: 40007 });
    expect(await world.balance(customer.id, 'BTC')).toBe(99_000_000n);
  });

  it('of everything may have every decimal that is there [rule:amount-precision]', async () => {
    await world.give(customer.id, 'USDT', 123_456n);
    expect(await world.apply(customer, 'USDT', '1000.123455')).toMatchObject({ code: 40004 });
    expect(await world.apply(customer, 'USDT', '1000.123456')).toMatchObject({ code: 200 });
    expect(await world.balance(customer.id, 'USDT')).toBe(0n);
  });

  it('by query parameters, as the spec sends them', async () => {
    const query = {
      coin: 'USDT',
      network: 'ERC20',
      address: evmAddress.toLowerCase(),
      amount: '20',
      password: testFundsPassword,
      code: await world.code(customer, 'USDT', { address: evmAddress.toLowerCase(), amount: '20' }),
    };
    const headers = { ...customer.caller, requestId: 'by-query' };
    const reply = await app.inject({ method: 'POST', url: '/api/withdraw/apply', query, headers });
    expect(reply.json()).toMatchObject({ code: 200, data: { address: evmAddress, received: '17.000000' } });
  });
});

describe('it is refused', () => {
  it.each([
    ['BTC', '0.00099999', 40002, { min: '0.00100000' }],
    ['USDT', '9.99', 40002, { min: '10.000000' }],
    ['USDT', '0', 40002, { min: '10.000000' }],
    ['USDT', '10.001', 40004, null],
    ['BTC', '0.010000001', 40004, null],
    ['BTC', '5.00000001', 40006, { limit: '5.00000000' }],
    ['USDT', '100000.01', 40006, { limit: '100000.000000' }],
    ['BTC', '1.00000001', 40001, null],
    ['USDT', '1000.01', 40001, null],
    ['BTC', '999999999999999999', 40006, { limit: '5.00000000' }],
  ] as const)(
    'in %s for %s with %i [code:40001] [code:40002] [code:40004] [code:40006]',
    async (coin, amount, code, data) => {
      expect(await world.apply(customer, coin, amount)).toMatchObject({ code, data });
      await untouched();
    },
  );

  it.each([
    ['BTC', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081'],
    ['BTC', evmAddress],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['USDT', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
    ['USDT', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['USDT', `${evmAddress}0`],
    ['USDT', `0x${evmAddress}`],
    ['USDT', bitcoinAddress],
  ] as const)(
    'to a bad address: %s %s [code:40003] [rule:bitcoin-address] [rule:ethereum-address]',
    async (coin, address) => {
      expect(await world.apply(customer, coin, '20', { address })).toMatchObject({ code: 40003 });
      await untouched();
    },
  );

  it('over another network than its coin has [code:40003]', async () => {
    expect(await world.apply(customer, 'BTC', '0.1', { network: 'ERC20' })).toMatchObject({ code: 40003 });
  });

  it('to one of our own deposit addresses, of any customer and in any spelling [code:40003]', async () => {
    const other = await world.customer();
    const key = evmAddress.slice(2).toLowerCase().replace('5', 'a');
    await app.owner.query({
      text: `insert into deposit_address (network, number, customer_id, address, key, given_at) values ('ERC20', 0, $1, $2, $3, now())`,
      values: [other.id, `0x${key}`, key],
    });
    for (const address of [`0x${key}`, `0x${key.toUpperCase()}`, key]) {
      expect(await world.apply(customer, 'USDT', '20', { address })).toMatchObject({ code: 40003 });
      const input = { coin: 'USDT', network: 'ERC20', address } as const;
      expect(await app.data('withdrawCheckAddress', input, customer.caller)).toMatchObject({
        valid: false,
        reason: 'OWN_ADDRESS',
      });
    }
    await untouched();
  });

  it('to a script of a later segwit version, without consensus rules: anyone could spend it [code:40003]', async () => {
    for (const address of ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'BC1SW50QGDZ25J']) {
      expect(await world.apply(customer, 'BTC', '0.1', { address })).toMatchObject({ code: 40003 });
      const input = { coin: 'BTC', network: 'BITCOIN', address } as const;
      const check = await app.data('withdrawCheckAddress', input, customer.caller);
      expect(check).toMatchObject({ valid: false, reason: 'FORMAT' });
    }
    await untouched();
  });

  it('with a wrong funds password, then a wrong code, before any rule [code:30001] [code:20002]', async () => {
    const wrong = { password: '000000', code: '000000', address: 'x' };
    expect(await world.apply(customer, 'BTC', '0', wrong)).toMatchObject({ code: 30001, data: { remaining: 4 } });
    expect(await world.apply(customer, 'BTC', '0', { code: '000000', address: 'x' })).toMatchObject({ code: 20002 });
    await untouched();
  });

  it('before the risk disclosure is confirmed [code:40010]', async () => {
    await app.owner.query({ text: 'delete from risk_confirmation where customer_id = $1', values: [customer.id] });
    expect(await world.apply(customer, 'BTC', '0.01')).toMatchObject({ code: 40010 });
    await untouched();
  });

  it('without a requestId, a code, or a session', async () => {
    const input = {
      coin: 'BTC',
      network: 'BITCOIN',
      address: bitcoinAddress,
      amount: '0.01',
      password: testFundsPassword,
      code: '123456',
    } as const;
    expect(await app.call('withdrawApply', input, customer.caller)).toMatchObject({ code: 400 });
    const { code: _, ...noCode } = input;
    expect(await app.call('withdrawApply', noCode as never, { ...customer.caller, requestId: 'r' })).toMatchObject({
      code: 400,
      data: { field: 'code' },
    });
    expect(await app.call('withdrawApply', input, { requestId: 'r' })).toMatchObject({ code: 10111 });
    await untouched();
  });

  it('uses up neither code nor requestId when it is refused', async () => {
    const input = { requestId: 'kept', code: await world.code(customer, 'BTC', { amount: '0.5' }) };
    expect(await world.apply(customer, 'BTC', '1.5', input)).toMatchObject({ code: 40001 });
    expect(await world.apply(customer, 'BTC', '0.5', input)).toMatchObject({ code: 200 });
  });

  it.each([
    ['another amount', { amount: '0.4' }],
    ['another address', { amount: '0.5', address: otherBitcoinAddress }],
    ['the address book', {}],
  ])('with a code that was sent for %s [code:20002]', async (_what, payment) => {
    const code = await world.code(customer, 'BTC', payment);
    expect(await world.apply(customer, 'BTC', '0.5', { code })).toMatchObject({ code: 20002 });
    await untouched();
  });

  it('which leaves a code good that was sent for another payment', async () => {
    const code = await world.code(customer, 'BTC', { amount: '0.4' });
    for (let tries = 0; tries < 6; tries++)
      expect(await world.apply(customer, 'BTC', '0.5', { code })).toMatchObject({ code: 20002 });
    expect(await world.apply(customer, 'BTC', '0.40', { code })).toMatchObject({ code: 200 });
  });

  it('in promotional credit, which pays electricity only', async () => {
    await app.slices.electricity.raisePromotion(app.database, customer.id, 100_000_000n);
    expect(await world.apply(customer, 'USDT', '900.01')).toMatchObject({ code: 40001 });
    expect(await world.apply(customer, 'USDT', '900')).toMatchObject({ code: 200 });
  });

  it('while electricity is owed, and asked twice when less than three days of it would stay [code:40008] [code:40009]', async () => {
    const machineNo = `W-${customer.id}`;
    const machineId = await addMachine(app, {
      machineNo,
      account: customer.account,
      startTime: '2026-03-01T00:00:00Z',
    });
    const charge = (date: string, amount: bigint, owed: bigint) =>
      app.owner.query({
        text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price,
                 amount, paid_prepaid, owed) values ($1, $2, $3, $4, 'BTC', 86400, 3500, 0.078, $5, $6, $7)`,
        values: [machineId, date, customer.id, machineNo, amount, amount - owed, owed],
      });
    await recordDay(app.owner, '2026-03-08');
    await charge('2026-03-08', 100_000_000n, 0n);
    // 1,000 at 100 a day: 701 would leave two days.
    expect(await world.apply(customer, 'USDT', '701')).toMatchObject({ code: 40009 });
    expect(await world.apply(customer, 'USDT', '1000.01')).toMatchObject({ code: 40001 });
    await untouched();
    expect(await world.apply(customer, 'USDT', '700')).toMatchObject({ code: 200 });
    expect(await world.apply(customer, 'USDT', '100', { confirm: true })).toMatchObject({ code: 200 });
    await charge('2026-03-07', 5_000_000n, 5_000_000n);
    expect(await world.apply(customer, 'USDT', '100', { confirm: true })).toMatchObject({ code: 40008 });
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject({ code: 40008 });
    await app.owner.query({ text: 'delete from electricity_charge where customer_id = $1', values: [customer.id] });
  });
});

describe('the limit of a business day [code:40006]', () => {
  it('counts gross per coin, ends at midnight in Shanghai, and gets room back from what is cancelled or rejected', async () => {
    await world.give(customer.id, 'BTC', 2_000_000_000n);
    const over = { code: 40006, data: { limit: '10.00000000' } };
    const first = await world.applied(customer, 'BTC', '5');
    const second = await world.applied(customer, 'BTC', '4.5');
    expect(await world.apply(customer, 'BTC', '0.50000001')).toMatchObject(over);
    await world.applied(customer, 'USDT', '20');
    await world.cancel(customer, first.id);
    const third = await world.applied(customer, 'BTC', '5');
    expect(await world.apply(customer, 'BTC', '0.6')).toMatchObject(over);
    await world.reject(second.id);
    await world.applied(customer, 'BTC', '5');
    expect(await world.apply(customer, 'BTC', '0.001')).toMatchObject(over);
    await world.offset(third.id, 'OUTPUT');
    expect(await world.apply(customer, 'BTC', '0.001')).toMatchObject(over);
    app.clock.advance({ hours: 11, minutes: 59 });
    expect(await world.apply(customer, 'BTC', '0.001')).toMatchObject(over);
    app.clock.advance({ minutes: 1 });
    await world.applied(customer, 'BTC', '0.001');
    app.clock.set('2026-03-10T04:00:00.000Z');
  });
});

describe('the list [call:GET /api/withdraw/page]', () => {
  it("is newest first, by coin, status and id, in pages, and only the customer's own", async () => {
    const btc = await world.applied(customer, 'BTC', '0.01');
    const usdt = await world.applied(customer, 'USDT', '20');
    await world.cancel(customer, btc.id);
    const ids = async (input: object) =>
      (await app.data('withdrawPage', input, customer.caller)).records.map(({ id }) => id);
    expect(await ids({})).toEqual([usdt.id, btc.id]);
    expect(await ids({ coin: 'BTC' })).toEqual([btc.id]);
    expect(await ids({ status: 'WAITING' })).toEqual([usdt.id]);
    expect(await ids({ id: btc.id })).toEqual([btc.id]);
    expect(await ids({ id: btc.id, coin: 'USDT' })).toEqual([]);
    expect(await ids({ id: 'x' })).toEqual([]);
    const page = await app.data('withdrawPage', { size: 1 }, customer.caller);
    expect(page).toMatchObject({ hasMore: true });
    expect(await ids({ size: 1, cursor: page.nextCursor })).toEqual([btc.id]);
    const other = await world.customer();
    expect(await app.data('withdrawPage', { id: btc.id }, other.caller)).toMatchObject({ records: [] });
    expect(await app.call('withdrawCancel', { id: usdt.id }, other.caller)).toMatchObject({ status: 404 });
  });
});

it('the list by what the customer sees of it: 处理中, 成功 by 划转抵扣, 失败 [state:withdrawal.success-offset]', async () => {
  const shown = async (display: 'PROCESSING' | 'SUCCESS' | 'FAILED') =>
    (await app.data('withdrawPage', { display }, customer.caller)).records.map(({ id }) => id);
  const btc = await world.applied(customer, 'BTC', '0.01');
  const usdt = await world.applied(customer, 'USDT', '20');
  expect([await shown('PROCESSING'), await shown('SUCCESS')]).toEqual([[usdt.id, btc.id], []]);
  await world.cancel(customer, btc.id);
  const names = '--by finance --approved-by approver --reason r';
  expect((await world.ops('withdrawal:offset', `--id ${usdt.id} --to ELE ${names}`)).exit).toBe(0);
  expect([await shown('PROCESSING'), await shown('SUCCESS'), await shown('FAILED')]).toEqual([[], [usdt.id], [btc.id]]);
  for (const [display, ids] of [
    ['PROCESSING', []],
    ['SUCCESS', []],
    ['FAILED', [btc.id]],
  ] as const) {
    const { records } = await app.data('withdrawPage', { id: btc.id, display }, customer.caller);
    expect(records.map(({ id }) => id)).toEqual(ids);
  }
  expect(await app.call('withdrawPage', { display: 'x' } as never, customer.caller)).toMatchObject({ status: 400 });
});

describe('cancelling [call:POST /api/withdraw/cancel]', () => {
  it('returns everything once, proposed or not, and then nothing moves [state:withdrawal.failed] [code:40008] [entity:ledger-type.WITHDRAW_RETURN]', async () => {
    const { id } = await world.applied(customer, 'BTC', '0.01');
    await world.propose(id);
    const done = await world.cancel(customer, id, 'cancel-once');
    expect(done).toMatchObject({ code: 200, data: { status: 'CANCELLED', thirdStatus: null } });
    expect(done.data.steps.map(({ step }) => step)).toEqual(['APPLIED', 'CANCELLED']);
    expect(await world.cancel(customer, id, 'cancel-once')).toEqual(done);
    expect(await world.cancel(customer, id)).toMatchObject({ code: 40008 });
    expect(await world.cancel(customer, '999', 'cancel-once')).toMatchObject({ code: 40007 });
    expect((await world.approve(id)).failed[0]).toContain('CANCELLED');
    expect((await world.reject(id)).exit).toBe(1);
    expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
    const { records } = await app.data('ledgerPage', { type: 'WITHDRAW_RETURN' }, customer.caller);
    expect(records).toMatchObject([{ amount: '0.01000000' }]);
    await world.assertBooks();
  });
});

it('nothing can be withdrawn while nothing is there that pays [code:50001]', async () => {
  const closed = await startWithdrawalFixture({ sign: null });
  const one = await closed.customer();
  expect(await closed.apply(one, 'BTC', '0.01', { address: addressOf.BTC })).toMatchObject({ code: 50001 });
  const input = { coin: 'BTC', network: 'BITCOIN', address: addressOf.BTC } as const;
  expect(await closed.app.data('withdrawCheckAddress', input, one.caller)).toMatchObject({ valid: true });
  await closed.stop();
});
