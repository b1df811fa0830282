// Money that comes back to the wallet pays what is owed there first: arrivals with the run, interest at once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  world = savingsFixture(app);
  await world.open({ usdt: '100000' });
  customer = await app.createMoneyCustomer();
  await world.give(customer.id, 'USDT', 36_500_000_000n);
  await world.subscribe(customer, 'USDT', '36500');
  for (const date of ['2026-03-10', '2026-03-11']) {
    app.clock.set(`${date}T16:10:00.000Z`);
    await world.close(date);
  }
  const charge = { machineId: 1n, customerId: customer.id, amount: 10_000_000n, owed: 10_000_000n };
  await recordDay(app.owner, '2026-03-11', { charges: [charge] });
});
afterAll(() => app.stop());

async function owed(): Promise<bigint | undefined> {
  const { rows } = await app.database.query<{ owed: bigint }>({
    text: 'select owed from electricity_charge where customer_id = $1',
    values: [customer.id],
  });
  return rows[0]?.owed;
}

it('interest that is taken to the wallet', async () => {
  expect(await world.redeem(customer, 'USDT', '4.20', 'INCOME_ACCOUNT')).toMatchObject({ code: 200 });
  expect(await owed()).toBe(5_800_000n);
  expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(0n);
});

it('principal that arrives', async () => {
  expect(await world.redeem(customer, 'USDT', '100')).toMatchObject({ code: 200 });
  expect(await owed()).toBe(5_800_000n);
  app.clock.set('2026-03-12T16:10:00.000Z');
  await world.close('2026-03-12');
  expect(await owed()).toBe(0n);
  expect(await world.balance(customer.id, 'USDT', 'wallet')).toBe(94_200_000n);
});
