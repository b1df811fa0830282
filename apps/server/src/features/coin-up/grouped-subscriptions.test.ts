// Subscriptions that wait at the same time are carried out in one transaction, beside withdrawals and redemptions of the same customers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
beforeAll(async () => {
  world = await startWithdrawalFixture({ max: 24 });
  app = world.app;
  await app.owner.query({
    text: `insert into setting (key, effective_from, value, changed_by, reason)
           values ('coin-up.open', $1::timestamptz - interval '1 day', 'true', 'test', 'open')`,
    values: [app.clock.now()],
  });
});
afterAll(() => world.stop());

const token = async (customer: TestCustomer, purpose: 'WITHDRAW' | 'COIN_UP' = 'COIN_UP') =>
  (await app.data('checkFundsPassword', { password: testFundsPassword, purpose }, customer.caller)).token;

const typed = (amount: string) => amount.replace(/\.?0+$/, '');
let requests = 0;
const requestId = () => `grouped ${++requests}`;

async function subscription(customer: TestCustomer, coin: 'BTC' | 'USDT', amount: string) {
  const passwordToken = await token(customer);
  const caller = { ...customer.caller, requestId: requestId() };
  return () => app.call('coinUpSubscribe', { coin, amount, passwordToken, confirm: true }, caller);
}

async function positions(customer: TestCustomer): Promise<Record<string, string>> {
  const { rows } = await app.owner.query<{ coin: string; units: string }>({
    text: 'select coin, in_transit_in::text as units from coin_up_position where customer_id = $1',
    values: [customer.id],
  });
  return Object.fromEntries(rows.map(({ coin, units }) => [coin, units]));
}

it('each gets its own order; one that is refused changes nothing of the others [call:POST /api/coin_up/subscribe]', async () => {
  const customers = await Promise.all(Array.from({ length: 10 }, () => world.customer()));
  const orders = customers.map((customer, i) => {
    const coin = i % 2 === 0 ? ('BTC' as const) : ('USDT' as const);
    return { customer, coin, amount: coin === 'BTC' ? `0.${i + 1}0000000` : `${100 + i}.000000` };
  });
  orders.push({ customer: await world.customer(), coin: 'BTC', amount: '5.00000000' });
  const calls = await Promise.all(
    orders.map(({ customer, coin, amount }) => subscription(customer, coin, typed(amount))),
  );
  const replies = await Promise.all(calls.map((call) => call()));
  for (const [i, { customer, coin, amount }] of orders.entries()) {
    if (i === 10) {
      expect(replies[i]?.code).toBe(40001);
      expect(await positions(customer)).toEqual({});
    } else {
      expect(replies[i]).toMatchObject({ code: 200, data: { coin, amount } });
      expect(await positions(customer)).toEqual({ [coin]: amount.replace('.', '').replace(/^0+/, '') });
    }
  }
});

it('of one account are judged one after the other, and share transactions', async () => {
  const rich = await world.customer({ btc: 35_000_000n });
  const other = await world.customer();
  const calls = await Promise.all([
    ...Array.from({ length: 9 }, (_, i) => subscription(rich, 'BTC', i === 4 ? '0.3' : '0.1')),
    subscription(other, 'BTC', '0.1'),
  ]);
  const replies = await Promise.all(calls.map((call) => call()));
  const codes = replies.slice(0, 9).map(({ code }) => code);
  // The one of 0.3 fits where it comes first, and else none after three of 0.1.
  const winners = codes.filter((code) => code === 200).length;
  expect(codes[4] === 200 ? winners : winners - 2).toBe(1);
  expect(codes.every((code) => code === 200 || code === 40001)).toBe(true);
  expect(replies[9]?.code).toBe(200);
  expect(await positions(rich)).toEqual({ BTC: '30000000' });

  const good = await Promise.all(Array.from({ length: 12 }, () => subscription(other, 'BTC', '0.01')));
  const { transaction } = app.database;
  let transactions = 0;
  app.database.transaction = (work) => {
    transactions++;
    return transaction(work);
  };
  const ids = (await Promise.all(good.map((call) => call()))).map((reply) => (reply.data as { id: string }).id);
  app.database.transaction = transaction;
  expect(new Set(ids).size).toBe(12);
  expect(transactions).toBeLessThan(12);
  expect(await positions(other)).toEqual({ BTC: '22000000' });
});

it('wait for withdrawals and redemptions of the same customers without an end of both', async () => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => world.customer()));
  const codes: number[] = [];
  for (let round = 0; round < 5; round++) {
    const calls = await Promise.all(
      customers.flatMap((customer) => [
        subscription(customer, 'BTC', '0.01'),
        subscription(customer, 'USDT', '100'),
        withdrawal(customer),
      ]),
    );
    codes.push(...(await Promise.all(calls.map((call) => call()))).map(({ code }) => code));
  }
  expect(new Set(codes)).toEqual(new Set([200]));
  for (const customer of customers)
    expect(await positions(customer)).toEqual({ BTC: String(5 * 1_000_000), USDT: String(5 * 100_000_000) });
});

async function withdrawal(customer: TestCustomer) {
  const code = await world.code(customer, 'BTC', { amount: '0.01' });
  const passwordToken = await token(customer, 'WITHDRAW');
  const others = { password: undefined, passwordToken, code, requestId: requestId() };
  return () => world.apply(customer, 'BTC', '0.01', others as never);
}
