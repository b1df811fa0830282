// A taken-over process that serves customers writes orders that nothing was paid for: no interest follows from them.
import { expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

type World = ReturnType<typeof savingsFixture>;

/** A saver of 1,000 USDT before the run of 11 March, and what the taken-over process can do. */
async function setUp(): Promise<{
  app: TestApp;
  world: World;
  customer: TestCustomer;
  query: (text: string, values: unknown[]) => Promise<unknown>;
}> {
  const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  const world = savingsFixture(app);
  await world.open();
  const customer = await app.createMoneyCustomer();
  await world.give(customer.id, 'USDT', 1_000_000_000n);
  await world.subscribe(customer, 'USDT', '1000');
  app.clock.set('2026-03-10T16:10:00.000Z');
  await world.close('2026-03-10');
  app.clock.set('2026-03-11T16:05:00.000Z');
  const query = (text: string, values: unknown[]) => as('public', () => app.database.query({ text, values }));
  return { app, world, customer, query };
}

/** A subscription that seems to have arrived, and a redemption of the same sum that seems to have been asked for since. */
const falseOrders = `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state, completed_day, completed_at)
  values ($1, 'USDT', 'IN', 'COIN_UP_ACCOUNT', 1e12, '2026-03-10', '2026-03-11', now(), 'SUCCESS', '2026-03-10', now()),
    ($1, 'USDT', 'OUT', 'COIN_UP_ACCOUNT', 1e12, '2026-03-12', '2026-03-13', now(), 'INTRANSIT', null, null)`;
const guards = ['coin_up_order_begins_in_transit', 'coin_up_order_is_paid'];

it('are refused', async () => {
  const { app, world, customer, query } = await setUp();
  await expect(query(falseOrders, [customer.id])).rejects.toThrow('begins in transit');
  const inTransit = `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
    values ($1, 'USDT', $2, 'COIN_UP_ACCOUNT', 1000000, $3, $3::date + 1, now(), 'INTRANSIT')`;
  const order = (direction: string, date: string) => query(inTransit, [customer.id, direction, date]);
  await expect(order('IN', '2026-03-10'), 'of a day whose run has begun').rejects.toThrow('on a day that is open');
  for (const direction of ['IN', 'OUT'])
    await expect(order(direction, '2026-03-12'), 'without money').rejects.toThrow('are not what was ordered and paid');
  const raise = `update coin_up_position set earning = earning + 1000000 where customer_id = $1`;
  await expect(query(raise, [customer.id])).rejects.toThrow('are not what was ordered and paid');
  await world.close('2026-03-11');
  expect(await world.balance(customer.id, 'USDT', 'INCOME_ACCOUNT')).toBe(115_068n);
  await app.stop();
});

it('without the guards, earn interest on money that never was (broken control)', async () => {
  const { app, world, customer, query } = await setUp();
  for (const guard of guards) await app.owner.query({ text: `alter table coin_up_order disable trigger ${guard}` });
  await query(falseOrders, [customer.id]);
  await world.close('2026-03-11');
  expect(await world.balance(customer.id, 'USDT', 'INCOME_ACCOUNT')).toBeGreaterThan(80_000_000n);
  await app.stop();
});
