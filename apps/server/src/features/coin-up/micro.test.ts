// Many tiny subscriptions and redemptions, carried out by the product: they gain no unit over what exact fractions give, and
// never more than the same money that lies still.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { expectedSavings, type OrderCall } from './testing/independent-savings.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

const first = '2026-03-10';
const days = 10;
const movesPerDay = 40;
const start = 100_000_000n;

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
beforeAll(async () => {
  app = await startTestApp({ now: `${first}T04:00:00.000Z` });
  world = savingsFixture(app);
  await world.open();
  await world.ops('coin-up:minimum', '--coin USDT --amount 0.01 --by admin --approved-by approver --reason r');
});
afterAll(() => app.stop());

let state = 20_260_310;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >>> 8) % below;
}

let keys = 0;
const done = { subscribe: 0, redeem: 0 };
const orders: OrderCall[] = [];

/** Hundredths of a USDT: the smallest that can be typed. */
async function move(
  customer: number,
  id: bigint,
  kind: OrderCall['kind'],
  hundredths: number,
  date: string,
): Promise<void> {
  const amount = `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
  const input = { customerId: id, coin: 'USDT', amount, confirm: true, key: `micro ${++keys}` } as const;
  const order = await app.database.transaction((dbTx) =>
    app.slices.coinUp[kind](dbTx, { ...input, now: app.clock.now() }),
  );
  if (isRefusal(order)) return;
  done[kind]++;
  orders.push({ customer, coin: 'USDT', kind, amount: BigInt(hundredths) * 10_000n, date });
}

it('gain nothing over money that lies still', async () => {
  const [busy, quiet] = [await world.addSaver(), await world.addSaver()];
  for (const id of [busy, quiet]) await world.give(id, 'USDT', start);
  await move(1, quiet, 'subscribe', 10_000, first);
  await move(0, busy, 'subscribe', 5_000, first);
  const closed: string[] = [];
  for (let day = 0; day < days; day++) {
    const date = addDays(first, day);
    app.clock.set(`${date}T04:00:00.000Z`);
    for (let number = 0; number < movesPerDay; number++)
      await move(0, busy, random(2) === 0 ? 'subscribe' : 'redeem', 1 + random(3), date);
    app.clock.set(`${date}T16:10:00.000Z`);
    await world.close(date);
    closed.push(date);
  }
  // Only the first day has nothing to redeem.
  expect(Math.min(done.subscribe, done.redeem)).toBeGreaterThan((days * movesPerDay) / 3);
  const incomes: bigint[] = [];
  for (const [customer, id] of [busy, quiet].entries()) {
    const expected = expectedSavings(orders, { customer, coin: 'USDT' }, closed, () => 420n);
    const principal = await world.balance(id, 'USDT', 'COIN_UP_ACCOUNT');
    const income = await world.balance(id, 'USDT', 'INCOME_ACCOUNT');
    expect({ principal, interest: income }).toEqual(expected);
    expect(principal + (await world.balance(id, 'USDT', 'wallet'))).toBe(start);
    incomes.push(income);
  }
  expect(incomes[0]).toBeLessThanOrEqual(incomes[1] as bigint);
  await world.assertBooks();
}, 60_000);
