// A month of random savings with changing rates, late runs and requests around midnight: after every day, principal and
// interest of every customer are what an independent computation with exact fractions says. The seed is printed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDate } from '../../platform/clock/clock.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { expectedSavings, type OrderCall } from './testing/independent-savings.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

const customers = 8;
const days = 30;
const first = '2026-03-01';
const seed = Number(process.env.SEED ?? 20_260_310);

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let ids: bigint[];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-02-28T16:00:00.000Z' });
  world = savingsFixture(app);
  await world.open({ btc: '10', usdt: '1000000' });
  ids = [];
  for (let number = 0; number < customers; number++) {
    const id = await world.addSaver();
    await world.give(id, 'USDT', 50_000_000_000n);
    await world.give(id, 'BTC', 1_000_000_000n);
    ids.push(id);
  }
});
afterAll(() => app.stop());

let state = seed;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >>> 8) % below;
}

let keys = 0;
const orders: OrderCall[] = [];
const rates = new Map<string, Map<string, bigint>>([
  ['BTC', new Map([['2020-01-01', 180n]])],
  ['USDT', new Map([['2020-01-01', 420n]])],
]);

function rateOf(coin: 'BTC' | 'USDT', date: string): bigint {
  const known = [...(rates.get(coin) as Map<string, bigint>)].filter(([from]) => from <= date);
  return known.reduce((newest, one) => (one[0] > newest[0] ? one : newest))[1];
}

async function placeOrder(
  customer: number,
  kind: OrderCall['kind'],
  coin: OrderCall['coin'],
  amount: bigint,
): Promise<void> {
  const now = app.clock.now();
  const scale = coin === 'BTC' ? 8 : 2;
  const digits = String(amount).padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  const input = {
    customerId: ids[customer] as bigint,
    coin,
    amount: text,
    confirm: true,
    key: `random ${++keys}`,
    now,
  };
  const order = await app.database.transaction((dbTx) =>
    kind === 'subscribe' ? app.slices.coinUp.subscribe(dbTx, input) : app.slices.coinUp.redeem(dbTx, input),
  );
  if (isRefusal(order)) return;
  expect(order.date).toBe(businessDate(now));
  orders.push({ customer, coin, kind, amount: coin === 'BTC' ? amount : amount * 10_000n, date: order.date });
}

/** Some requests at moments of the day that begins at `start`, the last milliseconds of it among them. */
async function liveThrough(start: number): Promise<void> {
  const moments = Array.from({ length: 12 }, () => start + random(86_400_000)).concat(start, start + 86_399_999);
  for (const moment of moments.sort((a, b) => a - b)) {
    app.clock.set(new Date(moment));
    const coin = random(2) === 0 ? 'BTC' : 'USDT';
    const customer = random(customers);
    if (random(5) < 3)
      await placeOrder(
        customer,
        'subscribe',
        coin,
        BigInt(coin === 'BTC' ? 100_000 + random(9_999_999) : 10_000 + random(99_999)),
      );
    else await placeOrder(customer, 'redeem', coin, BigInt(1 + random(coin === 'BTC' ? 5_000_000 : 50_000)));
  }
}

it(`holds for every day and customer, seed ${seed}`, async () => {
  const closed: string[] = [];
  for (let day = 0; day < days; day++) {
    const date = addDays(first, day);
    const start = Date.parse(`${date}T00:00:00+08:00`);
    app.clock.set(new Date(start));
    if (day % 6 === 2) {
      const apy = 300n + BigInt(random(400));
      const from = addDays(date, 8);
      const { exit } = await world.ops(
        'coin-up:rate',
        `--coin USDT --apy ${apy / 100n}.${String(apy % 100n).padStart(2, '0')} --from ${from} --by admin --approved-by approver --reason r`,
      );
      expect(exit).toBe(0);
      rates.get('USDT')?.set(from, apy);
    }
    await liveThrough(start);
    // Some runs come late: several days are closed one after the other, with requests of the days after them there.
    if (random(3) === 0 && day < days - 1) continue;
    app.clock.set(new Date(start + 86_400_000 + 600_000));
    for (let late = closed.length; late <= day; late++) {
      closed.push(addDays(first, late));
      await world.close(addDays(first, late));
    }
    for (let customer = 0; customer < customers; customer++) {
      for (const coin of ['BTC', 'USDT'] as const) {
        const expected = expectedSavings(orders, { customer, coin }, closed, rateOf);
        const id = ids[customer] as bigint;
        expect(await world.balance(id, coin, 'COIN_UP_ACCOUNT'), `${date} ${customer} ${coin}`).toBe(
          expected.principal,
        );
        expect(await world.balance(id, coin, 'INCOME_ACCOUNT'), `${date} ${customer} ${coin}`).toBe(expected.interest);
      }
    }
  }
  expect(orders.length).toBeGreaterThan(100);
  await world.assertBooks();
}, 120_000);
