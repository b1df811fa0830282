/**
 * Proves that a run survives what ends it: a real process is killed with SIGKILL at each named point, the next one goes
 * on, and every customer is paid as on any other day. Processes at once share the work and do nothing twice.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { expectClosedOrKilled, expectClosedTogether } from '../../testing/closed-together.ts';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

/** Every place that the product names, and how often it is passed before the process dies there. */
const points: [point: string, times: number][] = [
  ['open:before', 1],
  ['open:committed', 1],
  ['post:taken', 2],
  ['post:interest', 1],
  ['post:transit', 3],
  ['post:before-commit', 2],
  ['post:committed', 1],
  ['decide:before-commit', 1],
  ['decide:committed', 1],
  ['pay:taken', 1],
  ['pay:posted', 3],
  ['pay:before-commit', 2],
  ['pay:committed', 5],
  ['tie-out:taken', 1],
  ['tie-out:before-commit', 2],
  ['tie-out:committed', 1],
  ['seal:before-commit', 1],
];
const savers = 9;
/** Whole satoshi and micro-USDT a day, so that every day is like the other. */
const principal = { BTC: '36.5', USDT: '3650' } as const;

let app: TestApp;
let start: Awaited<ReturnType<typeof mortalProcess>>;
let world: ReturnType<typeof savingsFixture>;
let ids: bigint[];
let date = '2026-03-10';

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  start = await mortalProcess('apps/server/src/testing/savings-closing-process.ts', app.databaseUrl);
  world = savingsFixture(app);
  await world.open({ btc: '100', usdt: '100000' });
  ids = [];
  for (let number = 0; number < savers; number++) {
    const id = await world.addSaver();
    await world.give(id, 'BTC', 100_000_000_000n);
    await world.give(id, 'USDT', 100_000_000_000n);
    ids.push(id);
    await order('subscribe', id, 'BTC', principal.BTC);
    await order('subscribe', id, 'USDT', principal.USDT);
  }
  app.clock.set('2026-03-10T17:00:00.000Z');
  await world.close(date);
});
afterAll(() => app.stop());

let keys = 0;
async function order(kind: 'subscribe' | 'redeem', customerId: bigint, coin: 'BTC' | 'USDT', amount: string) {
  const input = { customerId, coin, amount, confirm: true, key: `kill ${++keys}`, now: app.clock.now() };
  await app.database.transaction(async (dbTx) => {
    const made = await app.slices.coinUp[kind](dbTx, input);
    if ('envelope' in made) throw new Error(made.envelope.message);
  });
}

/** A day on which every third saver takes something out that has been put in the day before, and puts it in again. */
async function nextDay(): Promise<void> {
  date = addDays(date, 1);
  app.clock.set(new Date(`${date}T04:00:00.000Z`));
  for (const id of ids.filter((_, i) => i % 3 === 0)) {
    await order('redeem', id, 'USDT', '365');
    await order('subscribe', id, 'USDT', '365');
  }
  app.clock.set(new Date(`${date}T16:10:00.000Z`));
}

const closeInProcess = (point = '', times = 0) =>
  start([date, app.clock.now().toISOString(), '2', '4', point, String(times)]);

const closeHere = () => app.slices.dayClose.closeCoinUp(date, app.clock.now());

/** What the day made of each saver: the same every day. */
async function madeOn(day: string) {
  const { rows } = await app.database.query({
    text: `select interest.customer_id, interest.coin, principal, interest.amount, earning, in_transit_in, in_transit_out, (
             select string_agg(amount::text, ',') from ledger.posting
             where customer = interest.customer_id and type = 'INTEREST' and date = $1 and ledger.coin_of(credit) = interest.coin
           ) as postings, (
             select count(*)::int from coin_up_order where completed_day = $1 and customer_id = interest.customer_id and coin = interest.coin
           ) as completed
           from coin_up_interest interest join coin_up_position using (customer_id, coin)
           where date = $1 order by 1, 2`,
    values: [day],
  });
  return rows;
}

describe('a run that is killed', () => {
  it('closes without being killed', async () => {
    // The first day finds the full principal; those after it the day's coming and going.
    await nextDay();
    expect(await closeInProcess()).toMatchObject({ outcome: 'closed' });
    await nextDay();
    expect(await closeInProcess()).toMatchObject({ outcome: 'closed', signal: null });
    expect(await madeOn(date)).toHaveLength(2 * savers);
    expect((await madeOn(date))[1]).toMatchObject({ coin: 'USDT', amount: 378_000n, postings: '378000', completed: 2 });
  });

  it.each(points)('at %s (%i) is taken up and comes out the same', async (point, times) => {
    const reference = await madeOn(date);
    await nextDay();
    expect(await closeInProcess(point, times)).toMatchObject({ signal: 'SIGKILL' });
    expect(await app.slices.dayClose.isClosed('coin-up', date)).toBe(false);
    expect(await closeHere()).toMatchObject({ outcome: 'closed' });
    expect(await madeOn(date)).toEqual(reference);
    await world.assertBooks();
  });
});

describe('several processes at once', () => {
  it('close one day together, once', async () => {
    const reference = await madeOn(date);
    await nextDay();
    const ended = await Promise.all([closeInProcess(), closeInProcess(), closeHere()]);
    expectClosedTogether(ended);
    expect(await madeOn(date)).toEqual(reference);
    await world.assertBooks();
  });

  it('go on when one of them is killed', async () => {
    const reference = await madeOn(date);
    await nextDay();
    const [killed, other] = await Promise.all([closeInProcess('pay:posted', 1), closeInProcess()]);
    expectClosedOrKilled(killed, other);
    expect(await madeOn(date)).toEqual(reference);
    await world.assertBooks();
  });
});
