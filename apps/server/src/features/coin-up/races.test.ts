// Many requests for the same money at once: as many win as there is money for, whatever the order; and what would be lost
// without the locks that see to it. Requests at midnight, beside the run that closes the day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTransaction } from '../../platform/db/database.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { awaitLockWaiters } from '../../testing/lock-waiters.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', max: 32 });
  world = savingsFixture(app);
  await world.open({ btc: '10', usdt: '100000' });
});
afterAll(() => app.stop());

let keys = 0;
type OrderCall = 'subscribe' | 'redeem' | 'redeemInterest';

/** Whether it was done. */
async function attempt(call: OrderCall, customerId: bigint, coin: 'BTC' | 'USDT', amount: string): Promise<boolean> {
  const input = { customerId, coin, amount, confirm: true, key: `race ${++keys}`, now: app.clock.now() };
  return app.database
    .transaction(async (dbTx) => {
      const made = await app.slices.coinUp[call](dbTx, input);
      if (isRefusal(made)) throw new Error('refused');
      return true;
    })
    .catch((error: Error & { code?: string }) => {
      if (error.message !== 'refused' && error.name !== 'InsufficientFunds') throw error;
      return false;
    });
}

const count = (done: readonly boolean[]) => done.filter(Boolean).length;
const atOnce = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

async function saverWith(usdt: bigint): Promise<bigint> {
  const id = await world.addSaver();
  await world.give(id, 'USDT', usdt);
  return id;
}

let day = 10;
async function closeDay(): Promise<void> {
  const date = `2026-03-${day++}`;
  app.clock.set(`${date}T16:10:00.000Z`);
  await world.close(date);
}

describe('the same money', () => {
  it('is subscribed as often as it is there', async () => {
    const id = await saverWith(1_050_000_000n);
    expect(count(await atOnce(60, () => attempt('subscribe', id, 'USDT', '100')))).toBe(10);
    expect(await world.balance(id, 'USDT', 'COIN_UP_ACCOUNT')).toBe(1_000_000_000n);
    await world.assertBooks();
  });

  it('is redeemed as often as it earns, beside subscriptions that do not count yet', async () => {
    const id = await saverWith(2_000_000_000n);
    await attempt('subscribe', id, 'USDT', '1000');
    await closeDay();
    const mixed = await atOnce(90, (i) => attempt(i % 3 === 0 ? 'subscribe' : 'redeem', id, 'USDT', '100'));
    expect(count(mixed.filter((_, i) => i % 3 === 0))).toBe(10);
    expect(count(mixed.filter((_, i) => i % 3 !== 0))).toBe(10);
    expect(await world.balance(id, 'USDT', 'COIN_UP_ACCOUNT')).toBe(2_000_000_000n);
    await world.assertBooks();
    await closeDay();
    expect(await world.balance(id, 'USDT', 'wallet')).toBe(1_000_000_000n);
  });

  it('of interest is taken to the wallet once', async () => {
    const id = await saverWith(100_000_000_000n);
    await attempt('subscribe', id, 'USDT', '100000');
    await closeDay();
    await closeDay();
    expect(await world.balance(id, 'USDT', 'INCOME_ACCOUNT')).toBe(11_506_849n);
    expect(count(await atOnce(40, () => attempt('redeemInterest', id, 'USDT', '1')))).toBe(11);
    await world.assertBooks();
  });

  it('without the lock on the position only the last defences hold: the control', async () => {
    const id = await saverWith(41_000_000_000n);
    await attempt('subscribe', id, 'USDT', '1000');
    await closeDay();
    // What is in transit stands in the same account of the ledger: there alone it would be enough for all.
    await attempt('subscribe', id, 'USDT', '40000');
    const { transaction } = app.database;
    app.database.transaction = (work) =>
      transaction((dbTx) =>
        work(
          asTransaction({
            query: (query) => dbTx.query({ ...query, name: undefined, text: query.text.replace('for update', '') }),
          }),
        ),
      );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => attempt('redeem', id, 'USDT', '1000')),
    ).finally(() => {
      app.database.transaction = transaction;
    });
    // The row's own constraint: an error, which is no answer for a customer.
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    expect(count(outcomes.map((one) => one.status === 'fulfilled' && one.value))).toBe(1);
    await world.assertBooks();
  });
});

/**
 * A redemption of the last moment of a day, in a transaction that stays open while the run of the day begins; it is
 * committed when `hasBegun` comes back. Answers what became of it.
 */
async function redeemAcrossMidnight(
  tested: TestApp,
  savings: typeof world,
  [subscribed, date]: [string, string],
  hasBegun: (closing: Promise<unknown>) => Promise<unknown>,
) {
  const { coinUp, dayClose } = tested.slices;
  const id = await savings.addSaver();
  await savings.give(id, 'USDT', 36_500_000_000n);
  const input = { customerId: id, coin: 'USDT', amount: '36500', confirm: true, key: `midnight ${++keys}` } as const;
  tested.clock.set(`${subscribed}T04:00:00.000Z`);
  await tested.database.transaction((dbTx) => coinUp.subscribe(dbTx, { ...input, now: tested.clock.now() }));
  tested.clock.set(`${subscribed}T16:10:00.000Z`);
  await savings.close(subscribed);

  tested.clock.set(`${date}T15:59:59.999Z`);
  const { closing } = await tested.database.transaction(async (dbTx) => {
    expect(isRefusal(await coinUp.redeem(dbTx, { ...input, now: tested.clock.now() }))).toBe(false);
    const run = dayClose.closeCoinUp(date, new Date(`${date}T16:10:00.000Z`));
    await hasBegun(run);
    return { closing: run };
  });
  expect(await closing).toMatchObject({ outcome: 'closed' });
  const { rows } = await tested.database.query({
    text: `select taken.date = $2 as "isOnTheDay", interest.amount as earned, taken.state
           from coin_up_order taken
           left join coin_up_interest interest on interest.customer_id = taken.customer_id and interest.date = $2
           where taken.direction = 'OUT' and taken.customer_id = $1`,
    values: [id, date],
  });
  return rows;
}

describe('midnight', () => {
  it('is on one side of the run or on the other, never on both', async () => {
    const ids: bigint[] = [];
    for (let i = 0; i < 12; i++) ids.push(await saverWith(36_500_000_000n));
    await atOnce(ids.length, (i) => attempt('subscribe', ids[i] as bigint, 'USDT', '36500'));
    await closeDay();
    // Requests that read the clock a moment before midnight, and are carried out while the run begins.
    const date = `2026-03-${day++}`;
    app.clock.set(`${date}T15:59:59.999Z`);
    const [redeemed] = await Promise.all([
      atOnce(ids.length, (i) => attempt('redeem', ids[i] as bigint, 'USDT', '36500')),
      app.slices.dayClose.closeCoinUp(date, new Date(`${date}T16:10:00.000Z`)),
    ]);
    expect(count(redeemed)).toBe(ids.length);
    const { rows } = await app.database.query<{ date: string; earned: bigint | null; state: string }>({
      text: `select taken.date, interest.amount as earned, taken.state
             from coin_up_order taken
             left join coin_up_interest interest on interest.customer_id = taken.customer_id and interest.date = $1
             where taken.direction = 'OUT' and taken.amount = 36500000000`,
      values: [date],
    });
    expect(rows).toHaveLength(ids.length);
    for (const row of rows) {
      // Dated on the day: it earned nothing for it, and has arrived. Dated on the next: it earned, and is on its way.
      if (row.date === date) expect(row).toMatchObject({ earned: null, state: 'SUCCESS' });
      else expect(row).toMatchObject({ earned: 4_200_000n, state: 'INTRANSIT' });
    }
    await world.assertBooks();
  });

  it('waits for a redemption that is not committed when the run begins', async () => {
    const midnight = await redeemAcrossMidnight(app, world, [`2026-03-${day++}`, `2026-03-${day++}`], () =>
      awaitLockWaiters(app.owner, 1),
    );
    expect(midnight).toEqual([{ isOnTheDay: true, earned: null, state: 'SUCCESS' }]);
    await world.assertBooks();
  });

  it('without waiting would pay a day on which the redemption is dated: the control', async () => {
    const other = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    const otherWorld = savingsFixture(other);
    await otherWorld.open();
    await other.owner.query({
      text: `create or replace function hold_coin_up_day(asked date) returns date language plpgsql as $$
             begin perform 1; return coin_up_day(asked); end $$`,
    });
    const midnight = await redeemAcrossMidnight(other, otherWorld, ['2026-03-10', '2026-03-11'], (closing) => closing);
    expect(midnight).toEqual([{ isOnTheDay: true, earned: 4_200_000n, state: 'INTRANSIT' }]);
    await other.stop();
  });

  it('is not waited for without end: the run gives way to those behind it, and is tried again', async () => {
    const other = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    const otherWorld = savingsFixture(other);
    await otherWorld.open();
    await other.owner.query({ text: `alter function begin_coin_up_run() set lock_timeout = '300ms'` });
    const close = () => other.slices.dayClose.closeCoinUp('2026-03-10', new Date('2026-03-10T16:10:00.000Z'));
    await other.database.transaction(async (dbTx) => {
      await dbTx.query({ text: `select hold_coin_up_day('2026-03-10')` });
      const closing = close();
      await awaitLockWaiters(other.owner, 1);
      const behind = other.database.query({ text: `select hold_coin_up_day('2026-03-10') as day` });
      expect(await closing).toMatchObject({
        outcome: 'refused',
        reasons: [expect.stringContaining('still being carried')],
      });
      expect((await behind).rows).toEqual([{ day: '2026-03-10' }]);
    });
    expect(await close()).toMatchObject({ outcome: 'closed' });
    await other.stop();
  });

  it('dates what is asked for after the run on the next day, or the tie-out finds it: the control', async () => {
    const id = await saverWith(36_500_000_000n);
    await attempt('subscribe', id, 'USDT', '36500');
    await closeDay();
    const date = `2026-03-${day++}`;
    const asked = async () => {
      const { rows } = await app.database.query<{ day: string }>({
        text: 'select coin_up_day($1) as day',
        values: [date],
      });
      return rows[0]?.day;
    };
    expect(await asked()).toBe(date);
    app.clock.set(`${date}T16:10:00.000Z`);
    await world.close(date);
    // The clock says the day that was closed; what is asked for is dated on the next.
    app.clock.set(`${date}T15:59:59.999Z`);
    expect(await asked()).not.toBe(date);
    expect(await attempt('redeem', id, 'USDT', '36500')).toBe(true);
    await world.assertBooks();
    // Had it been dated by the clock, the tie-out of the next day would find it.
    await app.owner.query({
      text: `update coin_up_order set date = $2, arrival_date = $2::date + 1 where customer_id = $1 and direction = 'OUT'`,
      values: [id, date],
    });
    app.clock.set(`2026-03-${day}T16:10:00.000Z`);
    const refused = await app.slices.dayClose.closeCoinUp(`2026-03-${day}`, app.clock.now());
    expect(refused).toMatchObject({
      outcome: 'refused',
      reasons: expect.arrayContaining([expect.stringContaining(`customer ${id} in USDT`)]),
    });
  });
});
