// The tie-out and the books find a run that is wrong, whatever of it is: each control changes one statement of the run.
import { describe, expect, it } from 'vitest';
import { asTransaction } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

type World = ReturnType<typeof savingsFixture>;

/** A saver who has earned for a day, redeemed something on the second, and asks for more after its midnight. */
async function liveTwoDays(app: TestApp): Promise<World> {
  const world = savingsFixture(app);
  await world.open();
  const customer = await app.createMoneyCustomer();
  await world.give(customer.id, 'USDT', 1_000_000_000n);
  await world.subscribe(customer, 'USDT', '1000');
  for (const date of ['2026-03-10', '2026-03-11']) {
    app.clock.set(`${date}T16:10:00.000Z`);
    await world.close(date);
  }
  app.clock.set('2026-03-12T04:00:00.000Z');
  await world.redeem(customer, 'USDT', '270');
  app.clock.set('2026-03-12T16:05:00.000Z');
  await world.redeem(customer, 'USDT', '365');
  app.clock.set('2026-03-12T16:10:00.000Z');
  return world;
}

/** Closes 12 March while one statement does something else. */
async function closeWith(app: TestApp, name: string, change: (text: string) => string) {
  const { transaction } = app.database;
  let changed = false;
  app.database.transaction = (work) =>
    transaction((dbTx) =>
      work(
        asTransaction({
          query: (query) => {
            if (query.name !== name) return dbTx.query(query);
            const text = change(query.text);
            changed = text !== query.text;
            return dbTx.query({ ...query, name: undefined, text });
          },
        }),
      ),
    );
  try {
    const result = await app.slices.dayClose.closeCoinUp('2026-03-12', app.clock.now());
    return { result, changed };
  } finally {
    app.database.transaction = transaction;
  }
}

const controls: [what: string, name: string, from: string, to: string, found: RegExp][] = [
  [
    'a unit too much',
    'coin-up.accrue-interest',
    'as amount,\n',
    '+ 1 as amount,\n',
    /expected 84000 and 0 left|expected 84\d+ .*kept/,
  ],
  [
    'a remainder that is lost',
    'coin-up.accrue-interest',
    '% 365000000 as carry',
    '% 365000000 / 2 as carry',
    /left, kept/,
  ],
  [
    'a remainder that is not taken up',
    'coin-up.accrue-interest',
    'coalesce(yesterday.carry, earlier.carry, 0)',
    '0',
    /left, kept/,
  ],
  [
    'by state in place of dates',
    'coin-up.accrue-interest',
    'earning + coalesce(pending.amount, 0)',
    'earning',
    /interest of customer/,
  ],
  [
    'a saver who is left out',
    'coin-up.accrue-interest',
    'and principal > 0',
    'and principal > 1000000000000',
    /kept none/,
  ],
  [
    'paid for another day',
    'coin-up.post-interest',
    'array_agg($2::date) as dates',
    'array_agg($2::date - 1) as dates',
    /interest of customer/,
  ],
  [
    'an arrival that is short',
    'coin-up.arrive',
    'array_agg(amount) as amounts,',
    'array_agg(amount - 1) as amounts,',
    /1 arrivals in USDT/,
  ],
  [
    'an arrival that is left behind',
    'coin-up.arrive',
    "set state = 'SUCCESS', completed_day = $4, completed_at = $5 where",
    "set state = 'SUCCESS', completed_day = $4, completed_at = $5 where amount < 0 and",
    /arrivals in USDT/,
  ],
  [
    'an arrival that stays in its position',
    'coin-up.arrive',
    'in_transit_out = in_transit_out - amount',
    'in_transit_out = in_transit_out - 0 * amount',
    /principal in account \d+: the position has/,
  ],
  [
    'a day that says more than its batches',
    'coin-up.day-totals',
    'sum_units(amount) as amount',
    'sum_units(amount) * 2 as amount',
    /the day 2026-03-12 in USDT: its batches are/,
  ],
  [
    'a day that names another rate',
    'coin-up.decide',
    'values ($1, $2, $3, ',
    'values ($1, $2, $3 + 100, ',
    /it says \d+ at 42100 ppm/,
  ],
];

describe('the tie-out', () => {
  it('closes what is right', async () => {
    const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    const world = await liveTwoDays(app);
    const { result } = await closeWith(app, 'nothing', (text) => text);
    expect(result).toMatchObject({ outcome: 'closed' });
    await world.assertBooks();
    await app.stop();
  });

  it.each(controls)('does not close %s', async (_what, name, from, to, found) => {
    const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    await liveTwoDays(app);
    const { result, changed } = await closeWith(app, name, (text) => text.replace(from, to));
    expect(changed).toBe(true);
    expect(result).toMatchObject({
      outcome: 'refused',
      reasons: expect.arrayContaining([expect.stringMatching(found)]),
    });
    expect(await app.slices.dayClose.isClosed('coin-up', '2026-03-12')).toBe(false);
    await app.stop();
  });
});

describe('the database', () => {
  const refused: typeof controls = [
    [
      'a batch with less than was kept',
      'coin-up.post-interest',
      'array_agg(amount) as amounts',
      'array_agg(amount - 1) as amounts',
      /no batch of interest/,
    ],
    [
      'a batch with more than was funded',
      'coin-up.post-interest',
      'array_agg(amount) as amounts',
      'array_agg(amount + 1) as amounts',
      /no batch of interest/,
    ],
    [
      'a batch that says more than its positions earned',
      'coin-up.accrue-interest',
      'select coin, $3, $4, $1, $2, amount from summed',
      'select coin, $3, $4, $1, $2, amount * 2 from summed',
      /no batch of interest/,
    ],
    [
      'batches that are more than was funded',
      'coin-up.day-totals',
      'sum_units(amount) as amount',
      'sum_units(amount) / 2 as amount',
      /no batch of interest/,
    ],
  ];

  it.each(refused)('does not pay %s', async (_what, name, from, to, refusal) => {
    const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    await liveTwoDays(app);
    await expect(closeWith(app, name, (text) => text.replace(from, to))).rejects.toThrow(refusal);
    expect(await app.slices.dayClose.isClosed('coin-up', '2026-03-12')).toBe(false);
    const paid = `select date from ledger.posting where type = 'INTEREST' and credit > 0`;
    expect((await app.database.query({ text: paid })).rows).toEqual([{ date: '2026-03-11' }]);
    await app.stop();
  });
});

it('reads no arrivals of other days', async () => {
  const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  await liveTwoDays(app);
  // Years of savings that came and went.
  await app.owner.query({
    text: `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state, completed_day, completed_at)
           select customer_id, coin, direction, 'COIN_UP_ACCOUNT', 1, '2020-01-01'::date + n, '2020-01-02'::date + n, now(), 'SUCCESS', '2020-01-01'::date + n, now()
           from coin_up_position, unnest(array['IN', 'OUT']) direction, generate_series(1, 2000) n`,
  });
  await app.owner.query({ text: 'analyze coin_up_order' });
  const { transaction } = app.database;
  let read = 0;
  app.database.transaction = (work) =>
    transaction((dbTx) =>
      work(
        asTransaction({
          async query(query) {
            if (query.name === 'coin-up.tie-out-arrivals') {
              const explain = { text: `explain (analyze, format json) ${query.text}`, values: query.values };
              const { rows } = await dbTx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
              read += ordersRead(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode);
            }
            return dbTx.query(query);
          },
        }),
      ),
    );
  expect(await app.slices.dayClose.closeCoinUp('2026-03-12', app.clock.now())).toMatchObject({ outcome: 'closed' });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
  await app.stop();
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function ordersRead(node: PlanNode): number {
  const { 'Relation Name': name, 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] } = node;
  const own = name === 'coin_up_order' ? (rows + (node['Rows Removed by Filter'] ?? 0)) * loops : 0;
  return Plans.reduce((sum, part) => sum + ordersRead(part), own);
}

describe('the books', () => {
  it('say when a sealed day is touched, or a position is not what its orders made it', async () => {
    const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    const world = await liveTwoDays(app);
    await world.close('2026-03-12');
    await world.assertBooks();
    await app.owner.query({ text: 'update coin_up_position set earning = earning + 1' });
    await expect(world.assertBooks()).rejects.toThrow(
      /a COIN_UP account holds its position.*\n.*a position is the sum of its orders/,
    );
    await app.owner.query({ text: 'update coin_up_position set earning = earning - 1' });
    await app.owner.query({ text: 'alter table coin_up_interest disable trigger coin_up_interest_stands' });
    await app.owner.query({ text: `update coin_up_interest set principal = principal + 1 where date = '2026-03-11'` });
    await expect(world.assertBooks()).rejects.toThrow('a sealed day is unchanged: coin-up 2026-03-11');
    await app.stop();
  });

  it('are kept by the database: what was earned, what has arrived and what is paid cannot be changed', async () => {
    const app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    const world = await liveTwoDays(app);
    await world.close('2026-03-12');
    const attack = (text: string) => app.database.query({ text });
    for (const text of [
      'update coin_up_interest set amount = 0',
      'delete from coin_up_interest',
      'delete from coin_up_order',
    ])
      await expect(attack(text)).rejects.toThrow(/permission denied/);
    await expect(
      attack(`update coin_up_order set state = 'INTRANSIT', completed_at = null, completed_day = null`),
    ).rejects.toThrow('it has arrived');
    await expect(attack('update coin_up_interest_day set paid_at = null')).rejects.toThrow('paid once');
    await expect(attack('update coin_up_interest_batch set paid_at = null, transfer_id = null')).rejects.toThrow(
      'is paid',
    );
    await expect(
      attack(
        `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry) values ('2026-03-12', 1, 'BTC', 1, 1, 1)`,
      ),
    ).rejects.toThrow(/row-level security/);
    await app.stop();
  });
});
