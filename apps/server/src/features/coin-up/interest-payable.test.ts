// INTEREST_PAYABLE between the fund and the customers: a day comes in once, its batches go out once each and whole, side by side, and
// nothing else does, by any login.
import { customerAccount, houseAccount, lockBalances, type Posting, postTransfer } from '@lode/ledger';
import { postBatch } from '@lode/ledger/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { expectOneAwaited } from '../../testing/awaited-batch.ts';
import { as } from '../../testing/caller-role.ts';
import { savingsCloser } from '../../testing/savings-closer.ts';
import { payBatch, takeUnpaid } from './run/pay-interest.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let ids: bigint[];
let date = '2026-03-10';
const payable = houseAccount('INTEREST_PAYABLE', 'BTC');
const fund = houseAccount('INTEREST_FUND', 'BTC');
/** Of 36.5 BTC at 1.80 per cent a year. */
const aDay = 180_000n;

beforeAll(async () => {
  app = await startTestApp({ now: `${date}T04:00:00.000Z`, max: 12 });
  world = savingsFixture(app);
  await world.open({ btc: '100' });
  ids = [];
  for (let number = 0; number < 6; number++) {
    const customerId = await world.addSaver();
    await world.give(customerId, 'BTC', 10_000_000_000n);
    const order = {
      customerId,
      coin: 'BTC',
      amount: '36.5',
      confirm: true,
      key: `${number}`,
      now: app.clock.now(),
    } as const;
    const made = await app.database.transaction((dbTx) => app.slices.coinUp.subscribe(dbTx, order));
    if ('envelope' in made) throw new Error(made.envelope.message);
    ids.push(customerId);
  }
  app.clock.set(`${date}T16:10:00.000Z`);
  await world.close(date);
});
afterAll(() => app.stop());

const savings = (failpoint: (point: string) => void = () => undefined, concurrency = 1) =>
  savingsCloser(app.database, app.slices, { concurrency, positionsPerBatch: 2, failpoint });

/** Three batches of two savers each, taken out of the fund; no one is paid yet. */
async function fundNextDay(): Promise<void> {
  date = addDays(date, 1);
  app.clock.set(`${date}T16:10:00.000Z`);
  const { dayClose } = savings((point) => {
    if (point === 'decide:committed') throw new Error('ended there');
  });
  await expect(dayClose.closeCoinUp(date, app.clock.now())).rejects.toThrow('ended there');
}

const close = () => savings().dayClose.closeCoinUp(date, app.clock.now());
const payWhatIsLeft = async (failpoint?: (point: string) => void, concurrency?: number) => {
  const [tick] = savings(failpoint, concurrency).coinUp.ticks as [(now: Date) => Promise<void>];
  await tick(app.clock.now());
};

async function left(): Promise<bigint> {
  const { rows } = await app.database.query<{ amount: bigint }>({
    text: 'select coalesce(sum(amount), 0)::bigint as amount from ledger.entry where account = $1',
    values: [payable],
  });
  return rows[0]?.amount as bigint;
}

/** What each saver got for the day, line by line. */
async function paid(): Promise<bigint[]> {
  const { rows } = await app.database.query<{ amount: bigint }>({
    text: `select amount from ledger.posting where type = 'INTEREST' and credit > 0 and date = $1 order by credit`,
    values: [date],
  });
  return rows.map(({ amount }) => amount);
}

const line = (from: bigint, to: bigint, amount = aDay): Posting => ({ from, to, type: 'INTEREST', amount, date });
const incomeOf = (saver: number) => customerAccount(ids[saver] as bigint, 'INCOME_ACCOUNT', 'BTC');
const transferOf = (key: string, postings: Posting[]) => ({
  key,
  input: postings.map(({ from, to, amount }) => `${from} ${to} ${amount}`),
  kind: 'coin-up-interest',
  businessDate: date,
  postedAt: app.clock.now(),
  postings,
});

describe('a day that was funded', () => {
  beforeAll(fundNextDay);

  it('has left the fund in one transfer, and the books hold', async () => {
    expect(await left()).toBe(6n * aDay);
    expect(await world.fund('BTC')).toBe(10_000_000_000n - 6n * aDay);
    expect(await paid()).toEqual([]);
    await world.assertBooks();
  });

  const attacks: [string, () => { key: string; postings: Posting[] }][] = [
    [
      'a batch with one unit more',
      () => ({ key: '1', postings: [line(payable, incomeOf(0)), line(payable, incomeOf(1), aDay + 1n)] }),
    ],
    [
      'a batch with one unit less',
      () => ({ key: '1', postings: [line(payable, incomeOf(0)), line(payable, incomeOf(1), aDay - 1n)] }),
    ],
    ['a batch that there is not', () => ({ key: '9', postings: [line(payable, incomeOf(0), 1n)] })],
    [
      'a batch to a wallet',
      () => ({
        key: '1',
        postings: [line(payable, customerAccount(ids[0] as bigint, 'OUTPUT_ACCOUNT', 'BTC'), 2n * aDay)],
      }),
    ],
    [
      'another account of the house',
      () => ({ key: '1', postings: [line(payable, houseAccount('CASH', 'BTC'), 2n * aDay)] }),
    ],
    ['back to the fund', () => ({ key: '1', postings: [line(payable, fund, 2n * aDay)] })],
    [
      'a batch of which the fund pays a part',
      () => ({ key: '1', postings: [line(payable, incomeOf(0)), line(fund, incomeOf(1))] }),
    ],
    ['in from elsewhere', () => ({ key: '1', postings: [line(houseAccount('CASH', 'BTC'), payable)] })],
    [
      'in from a customer',
      () => ({ key: '1', postings: [line(customerAccount(ids[0] as bigint, 'OUTPUT_ACCOUNT', 'BTC'), payable, 1n)] }),
    ],
    ['a second funding by another key', () => ({ key: 'again', postings: [line(fund, payable)] })],
  ];
  it.each(attacks)('does not move %s, whichever login and function posts it', async (_what, attack) => {
    const { key, postings } = attack();
    const transfer = transferOf(`coin-up:interest:BTC:${date}:${key}`, postings);
    for (const part of [undefined, 'worker', 'staff'] as const)
      for (const post of [postTransfer, postBatch])
        await expect(
          as(part, () => app.database.transaction(async (dbTx): Promise<unknown> => post(dbTx, transfer))),
          `${part} ${post.name}`,
        ).rejects.toThrow(/no batch of interest|permission denied/);
    expect(await left()).toBe(6n * aDay);
  });

  it('is funded once: its transfer has its key, its row names it for good', async () => {
    const again = transferOf(`coin-up:interest:BTC:${date}`, [line(fund, payable, 1n)]);
    await expect(postTransfer(app.database, again)).rejects.toThrow(`coin-up:interest:BTC:${date}`);
    const change = (text: string) =>
      app.database.query({ text: `update coin_up_interest_day set ${text} where date = $1`, values: [date] });
    await expect(change('funding_transfer_id = 1')).rejects.toThrow('funded once');
    await expect(change('funded_at = null')).rejects.toThrow('funded once');
    expect(await left()).toBe(6n * aDay);
  });

  it('takes no further batch, nor does a day that says that it was funded', async () => {
    const plan = (day: string, amount: bigint) =>
      app.database.query({
        text: `insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount) values ('BTC', $1, 7, 1, 2, $2)`,
        values: [day, amount],
      });
    await expect(plan(date, 1n)).rejects.toThrow('no batch is added');
    const tomorrow = addDays(date, 1);
    const undone = new Error('undone');
    const pretended = app.database.transaction(async (dbTx) => {
      await dbTx.query({
        text: `insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount) values ('BTC', $1, 7, 1, 2, $2)`,
        values: [tomorrow, aDay],
      });
      await dbTx.query({
        text: `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at, funded_at, funding_transfer_id)
          select 'BTC', $1, 1, $2, false, now(), now(), min(id) from ledger.transfer`,
        values: [tomorrow, aDay],
      });
      await postTransfer(dbTx, transferOf(`coin-up:interest:BTC:${tomorrow}:7`, [line(payable, incomeOf(0))]));
      throw undone;
    });
    await expect(pretended).rejects.toThrow('no batch of interest');
  });

  it('is paid though another transaction holds the row of the fund, each saver once, and nothing is left', async () => {
    await app.database.transaction(async (dbTx) => {
      await lockBalances(dbTx, [fund]);
      await payWhatIsLeft();
    });
    expect(await paid()).toEqual(Array(6).fill(aDay));
    expect(await left()).toBe(0n);
    expect(await close()).toMatchObject({ outcome: 'closed' });
    await world.assertBooks();
  });
});

describe('a payment that ends', () => {
  it.each(['pay:posted', 'pay:before-commit', 'pay:committed'])(
    'at %s keeps what is not paid, and goes on',
    async (place) => {
      await fundNextDay();
      let passed = 0;
      const ended = payWhatIsLeft((point) => {
        if (point === place && ++passed === 2) throw new Error('ended there');
      });
      await expect(ended).rejects.toThrow('ended there');
      const rest = BigInt(6 - (await paid()).length);
      expect(rest).toBe(place === 'pay:committed' ? 2n : 4n);
      expect(await left()).toBe(rest * aDay);
      await world.assertBooks();
      await payWhatIsLeft();
      expect(await paid()).toEqual(Array(6).fill(aDay));
      expect(await left()).toBe(0n);
      expect(await close()).toMatchObject({ outcome: 'closed' });
      await world.assertBooks();
    },
  );
});

it('two workers of two lanes pay a day together, each saver once', async () => {
  await fundNextDay();
  await Promise.all([payWhatIsLeft(undefined, 2), payWhatIsLeft(undefined, 2)]);
  expect(await paid()).toEqual(Array(6).fill(aDay));
  expect(await left()).toBe(0n);
  expect(await close()).toMatchObject({ outcome: 'closed' });
  await world.assertBooks();
});

it('who waits for a batch waits for no second', async () => {
  await fundNextDay();
  await expectOneAwaited(app.database, {
    take: takeUnpaid,
    // Of both coins; the fourth of each has no saver.
    batches: 8,
    finish: (dbTx, batch) => payBatch(dbTx, batch, app.clock.now(), () => undefined),
  });
  await payWhatIsLeft();
  expect(await paid()).toEqual(Array(6).fill(aDay));
  expect(await close()).toMatchObject({ outcome: 'closed' });
  await world.assertBooks();
});

it('a saver who leaves the savings in between is paid all the same', async () => {
  await fundNextDay();
  const order = {
    customerId: ids[0] as bigint,
    coin: 'BTC',
    amount: '36.5',
    key: 'out',
    now: app.clock.now(),
  } as const;
  const made = await app.database.transaction((dbTx) => app.slices.coinUp.redeem(dbTx, order));
  expect(made).not.toHaveProperty('envelope');
  await payWhatIsLeft();
  expect(await paid()).toEqual(Array(6).fill(aDay));
  expect(await left()).toBe(0n);
  expect(await close()).toMatchObject({ outcome: 'closed' });
  await world.assertBooks();
});
