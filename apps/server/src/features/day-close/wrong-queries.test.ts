/**
 * Proves that a build that posts something else than the rules say closes no day: each control puts a wrong statement in
 * the place of a right one, so that rows and postings agree with each other and only the inputs tell.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { asTransaction, type Database, type Queryable } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { dayCloseSlice } from './day-close.slice.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  choosePayMode,
  giveMoney,
  givePromotion,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
const first = '2020-02-25';
const monthEnd = '2020-02-29';

beforeAll(async () => {
  app = await startTestApp();
  for (let date = first; date <= '2020-03-05'; date = addDays(date, 1)) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
    await addPrice(app.owner, date, 218_970_000n, 'ETH');
  }
  const since = '2020-02-24T00:00:00Z';
  const rich = await addCustomer(app.owner, 1);
  await giveMoney(app.database, rich, 'ELE_ACCOUNT', 900_000_000n, since);
  await addWorldMachine(app.owner, { machineNo: 'A-1', customerId: rich });
  await addWorldMachine(app.owner, { machineNo: 'A-2', customerId: rich });
  const paysWithOutput = await addCustomer(app.owner, 2);
  await choosePayMode(app.owner, paysWithOutput, 'OUTPUT_FIRST');
  await giveMoney(app.database, paysWithOutput, 'ELE_ACCOUNT', 900_000_000n, since);
  await addWorldMachine(app.owner, { machineNo: 'B-1', customerId: paysWithOutput });
  const minesTwo = await addCustomer(app.owner, 5);
  await choosePayMode(app.owner, minesTwo, 'OUTPUT_FIRST');
  await giveMoney(app.database, minesTwo, 'OUTPUT_ACCOUNT', 900_000n, since);
  await giveMoney(app.database, minesTwo, 'OUTPUT_ACCOUNT', 9_000_000n, since, 'ETH');
  await addWorldMachine(app.owner, { machineNo: 'D-1', customerId: minesTwo, coin: 'ETH' });
  // 47.4 kWh at 1 USDT, far more than it mines.
  const poor = await addCustomer(app.owner, 3);
  await addWorldMachine(app.owner, { machineNo: 'C-1', customerId: poor, price: '1', hashrate: '1' });
  await addWorldMachine(app.owner, { machineNo: 'C-2', customerId: poor, price: '1', hashrate: '1' });
  const hosted = await addCustomer(app.owner, 4);
  await giveMoney(app.database, hosted, 'ELE_ACCOUNT', 5_000_000n, since);
  await givePromotion(app.owner, hosted, 895_000_000n, since);
  await addWorldMachine(app.owner, { machineNo: 'H-1', customerId: hosted, hostingFeeMonthly: 20_000_000n });
  await addWorldMachine(app.owner, { machineNo: 'E-1', customerId: rich, coin: 'ETH' });
});
afterAll(() => app.stop());

/** The database as a build sees it whose statements read otherwise. */
function wrongly(database: Database, changes: readonly (readonly [string, string])[]) {
  const met = new Set<string>();
  const change = (db: Queryable): Queryable => ({
    query(query) {
      let { text } = query;
      for (const [right, wrong] of changes) {
        if (text.includes(right)) met.add(right);
        text = text.replaceAll(right, wrong);
      }
      return db.query(text === query.text ? query : { text, values: query.values });
    },
  });
  const wrong: Database = {
    ...database,
    ...change(database),
    transaction: (work) => database.transaction((dbTx) => work(asTransaction(change(dbTx)))),
  };
  return { wrong, met };
}

async function closeWrongly(date: string, changes: readonly (readonly [string, string])[]) {
  const { machines, electricity } = app.slices;
  const { wrong, met } = wrongly(app.database, changes);
  const slice = dayCloseSlice({
    database: wrong,
    provideDay: async () => undefined,
    runClock: machines.runClock,
    enterArrear: machines.enterArrear,
    chargeDay: electricity.chargeDay,
    catchUpDays: 7,
    concurrency: 1,
  });
  const result = await slice.closeMining(date, dueOf(date));
  expect([...met], 'the statements that a control changes are there').toEqual(changes.map(([right]) => right));
  return result;
}

const dueOf = (date: string) => new Date(`${addDays(date, 1)}T06:00:00Z`);
const close = (date: string) => app.slices.dayClose.closeMining(date, dueOf(date));
const refusedFor = (reason: RegExp) => ({
  outcome: 'refused',
  reasons: expect.arrayContaining([expect.stringMatching(reason)]),
});

const controls: [what: string, date: string, changes: [right: string, wrong: string][], named: RegExp][] = [
  [
    'takes from OUTPUT what is prepaid',
    '2020-02-25',
    [
      ['not output_first and not has_debt and asked <= prepaid', 'false'],
      ['pay_charges(output_first, ', 'pay_charges(true, '],
    ],
    /electricity of customer \d+ on 2020-02-25: it is not paid from prepaid money/,
  ],
  [
    'takes from prepaid money what OUTPUT was chosen for',
    '2020-02-26',
    [[`pay_mode = 'OUTPUT_FIRST' as output_first`, 'false as output_first']],
    /ELE_CONSUME_BTC of machine B-1 on 2020-02-26 from OUTPUT_ACCOUNT BTC: expected \d+, posted 0/,
  ],
  [
    'pays the newest debt first',
    '2020-02-27',
    [['date, machine_no collate "C"', 'date desc, machine_no collate "C"']],
    /ELE_CONSUME_USDT of machine C-1 on 2020-02-25 from ELE_ACCOUNT USDT: expected 1000000, posted 0/,
  ],
  [
    'calls a debt paid and takes nothing for it',
    '2020-02-28',
    [['from collected where from_prepaid > 0', 'from collected where is_new and from_prepaid > 0']],
    /ELE_CONSUME_USDT of machine C-1 on 2020-02-25 from ELE_ACCOUNT USDT: expected 1000000, posted 0/,
  ],
  [
    'takes hosting twice',
    monthEnd,
    [
      [
        `'HOSTING_FEE'::ledger.posting_type) as types,\n       array_agg(amount) as amounts`,
        `'HOSTING_FEE'::ledger.posting_type) as types,\n       array_agg(2 * amount) as amounts`,
      ],
    ],
    /HOSTING_FEE of machine H-1 on 2020-02-29 from ELE_ACCOUNT USDT: expected \d+, posted \d+/,
  ],
  [
    'takes something more under a key of its own',
    '2020-03-01',
    [
      [
        'as "transferId",',
        `as "transferId", (select ledger.post_batch($1 || ':again', sha256(''), 'electricity', $2, $3, debits[1:1], credits[1:1],
           types[1:1], amounts[1:1], dates[1:1], machines[1:1]) from lists) as again,`,
      ],
    ],
    /available balance of customer \d+ is not the opening balance less what was posted/,
  ],
  [
    'pays with another coin before the mined one',
    '2020-03-02',
    [['array_agg(case coin when', 'array_agg(3 - case coin when']],
    /ELE_CONSUME_ETH of machine D-1 on 2020-03-02 from OUTPUT_ACCOUNT ETH: expected \d+, posted 0/,
  ],
  [
    'spends no promotional credit',
    '2020-03-03',
    [['least(amount, promotion) as from_promotion', '0::bigint as from_promotion']],
    /electricity of customer \d+ on 2020-03-03: it is not paid from prepaid money/,
  ],
  [
    'counts promotional credit that it leaves',
    '2020-03-04',
    [['promo_remaining = promo_remaining - spent.amount', 'promo_remaining = promo_remaining - 0 * spent.amount']],
    /electricity of customer \d+ on 2020-03-04: it is not paid from prepaid money/,
  ],
];

describe('a build that', () => {
  it.each(controls)('%s closes no day and keeps nothing of it', async (_, date, changes, named) => {
    if (date > '2020-02-26')
      await giveMoney(app.database, await poorCustomer(), 'ELE_ACCOUNT', 1_000_000n, `${date}T12:00:00Z`);
    expect(await closeWrongly(date, changes)).toMatchObject(refusedFor(named));
    expect(await countOf(date)).toBe(0n);
    expect(await app.slices.dayClose.isClosed('mining', date)).toBe(false);
    expect(await close(date)).toMatchObject({ outcome: 'closed' });
    await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  });

  it('posts a report twice closes no day', async () => {
    const date = '2020-03-05';
    await app.owner.query({
      text: `insert into pool_report (machine_id, date, coin, gross, pool_fee, created_at)
             select id, $1, 'ETH', 5000000, 200000, $1::date from machine where machine_no = 'E-1'`,
      values: [date],
    });
    const twice = `from (select * from mined union all select * from mined where coin <> 'BTC') mined where net > 0`;
    expect(await closeWrongly(date, [['from mined where net > 0', twice]])).toMatchObject(
      refusedFor(
        /ETH output of machine E-1 on 2020-03-05: expected 4800000, kept 4800000, posted 4800000, not by one right line/,
      ),
    );
    expect(await app.slices.dayClose.isClosed('mining', date)).toBe(false);
  });
});

async function poorCustomer(): Promise<bigint> {
  const { rows } = await app.database.query<{ id: bigint }>({
    text: `select customer_id as id from machine where machine_no = 'C-1'`,
  });
  return (rows[0] as { id: bigint }).id;
}

async function countOf(date: string): Promise<bigint> {
  const { rows } = await app.database.query<{ count: bigint }>({
    text: `select (select count(*) from machine_output where date = $1) + (select count(*) from electricity_charge where date = $1)
             + (select count(*) from ledger.posting where date = $1 and type <> 'ELE_RECHARGE') as count`,
    values: [date],
  });
  return rows[0]?.count ?? -1n;
}
