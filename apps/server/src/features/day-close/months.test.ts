// Outputs, charges and interest lie in a table for each month: a close makes it, no role writes it but through the table of all months,
// and what a release before had in one table is in its months afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startDatabaseBefore } from '../../testing/database-before.ts';
import { createTestDatabase } from '../../testing/harness.ts';
import { addCustomer, addNetworkDay, addWorldMachine, giveMoney, realDay } from './testing/mining-fixture.ts';

const tables = ['machine_output', 'electricity_charge', 'coin_up_interest'] as const;

async function rowsByMonth(db: Pick<Database, 'query'>, table: string): Promise<Record<string, number>> {
  const { rows } = await db.query<{ name: string; count: number }>({
    text: `select tableoid::regclass::text as name, count(*)::int as count from ${table} group by 1 order by 1`,
  });
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('a close', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    const customerId = await addCustomer(app.owner, 1);
    await giveMoney(app.database, customerId, 'ELE_ACCOUNT', 900_000_000n, '2020-02-29T00:00:00Z');
    await addWorldMachine(app.owner, { machineNo: 'M-1', customerId });
  });
  afterAll(() => app.stop());

  const close = (date: string) => app.slices.dayClose.closeMining(date, new Date(`${addDays(date, 1)}T06:00:00Z`));

  it('writes into the month of its date, which it makes when it is the first of it', async () => {
    for (const date of ['2020-03-30', '2020-03-31', '2020-04-01']) {
      await addNetworkDay(app.owner, { ...realDay, date });
      await app.owner.query({
        text: `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', $1, 8541770000, 'import', $1::date)`,
        values: [date],
      });
      expect(await close(date)).toMatchObject({ outcome: 'closed' });
    }
    for (const table of ['machine_output', 'electricity_charge']) {
      expect(await rowsByMonth(app.owner, table)).toEqual({ [`${table}_2020_03`]: 2, [`${table}_2020_04`]: 1 });
    }
  });

  it('makes a month once, however many ask for it at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => app.database.query({ text: `select keep_months('mining', '2020-05-17')` })),
    );
    const { rows } = await app.owner.query<{ bounds: string }>({
      text: `select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname = 'machine_output_2020_05'`,
    });
    expect(rows).toEqual([{ bounds: `FOR VALUES FROM ('2020-05-01') TO ('2020-06-01')` }]);
  });

  const rewrites = [
    'delete from machine_output_2020_03',
    'truncate machine_output_2020_03',
    'update machine_output_2020_03 set net = 0, pool_fee = gross',
    'update electricity_charge_2020_03 set owed = 0',
    `insert into machine_output_2020_03 select * from machine_output_2020_04`,
  ];
  it.each(rewrites)('refuses the owner too: %s; and without the guard it would be done (control)', async (text) => {
    await expect(app.owner.query({ text })).rejects.toThrow(/_2020_03 is refused/);
    const table = text.match(/\w+_2020_03/)?.[0];
    await expect(
      app.owner.transaction(async (dbTx) => {
        await dbTx.query({ text: `alter table ${table} disable trigger user` });
        await dbTx.query({
          text: text.replace(
            'select *',
            `select machine_id, date '2020-03-15', coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net`,
          ),
        });
        throw new Error('done');
      }),
    ).rejects.toThrow('done');
  });

  it('gives the tables of all months statistics, which autovacuum does not, when the schedule has closed a day', async () => {
    const analysed = async () =>
      (
        await app.owner.query<{ name: string }>({
          text: `select oid::regclass::text as name from pg_class where relkind = 'p' and pg_stat_get_last_analyze_time(oid) is not null order by 1`,
        })
      ).rows.map(({ name }) => name);
    expect(await analysed()).toEqual([]);
    await addNetworkDay(app.owner, { ...realDay, date: '2020-04-02' });
    await app.owner.query({
      text: `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', '2020-04-02', 8541770000, 'import', '2020-04-02')`,
    });
    await app.slices.dayClose.ticks[0]?.(new Date('2020-04-03T06:00:00Z'));
    expect(await analysed()).toEqual(['electricity_charge', 'ledger.posting', 'ledger.transfer', 'machine_output']);
  });
});

it('gives rows that came before their month its table, for a seal', async () => {
  const test = await createTestDatabase();
  await test.owner.query({
    text: `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net)
      select 1, day, 'BTC', 1, 50, 86400, '{86400}', 0.04, 100, 4, 96 from generate_series(date '2019-01-31', '2019-02-01', '1 day') day`,
  });
  expect(await rowsByMonth(test.owner, 'machine_output')).toEqual({ machine_output_rest: 2 });
  await test.owner.query({ text: `select part_of_days('machine_output', '2019-01-01')` });
  expect(await rowsByMonth(test.owner, 'machine_output')).toEqual({
    machine_output_2019_01: 1,
    machine_output_rest: 1,
  });
  await expect(test.owner.query({ text: 'delete from machine_output_rest' })).rejects.toThrow('is refused');
  await expect(test.owner.query({ text: 'delete from machine_output_2019_01' })).rejects.toThrow('is refused');
  const { rows } = await test.owner.query({ text: 'select net from output_total' });
  expect(rows).toEqual([{ net: 192n }]);
  await test.drop();
});

it('leaves no role a way to a month but through its table', async () => {
  const test = await createTestDatabase();
  await test.owner.query({ text: `select keep_months('mining', '2020-03-01')` });
  for (const part of ['public', 'worker', 'staff'] as const) {
    const login = openDatabase(test.partUrls[part], { max: 1 });
    const refused = async (text: string) =>
      expect(login.query({ text }), `${part}: ${text}`).rejects.toMatchObject({ code: '42501' });
    for (const month of [
      'machine_output_2020_03',
      'electricity_charge_2020_03',
      'machine_output_rest',
      'coin_up_interest_rest',
    ]) {
      await refused(`select from ${month}`);
      await refused(`insert into ${month} default values`);
      await refused(`update ${month} set date = date`);
      await refused(`delete from ${month}`);
    }
    await refused(`select make_month('machine_output', '2020-06-01')`);
    if (part !== 'worker') await refused(`select keep_months('mining', '2020-06-01')`);
    await login.end();
  }
  await test.drop();
});

describe('an upgrade', () => {
  let before: Awaited<ReturnType<typeof startDatabaseBefore>>;
  beforeAll(async () => {
    before = await startDatabaseBefore('_days_by_month.sql');
  });
  afterAll(() => before.drop());

  const all = async (table: string) =>
    (
      await before.database.query({
        text: `select to_jsonb(t) as row from ${table} t order by date, to_jsonb(t)::text`,
      })
    ).rows;

  it('moves what there is into its months, as it was, and keeps its guards', async () => {
    for (const text of [
      `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net)
       select n, '2020-01-30'::date + n, 'BTC', n % 3, 50.5, 86400, '{86400}', 0.04, 100 * n, 4 * n, 96 * n from generate_series(1, 40) n`,
      `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, paid_prepaid, owed, charged_at)
       select n, '2020-01-30'::date + n, n % 3, 'M' || n, 'BTC', 86400, 2000, 0.045, 10, n % 10, 10 - n % 10, now() from generate_series(1, 40) n`,
      `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry)
       select '2020-01-30'::date + n, n % 3, 'BTC', n, 1, n from generate_series(1, 40) n`,
    ])
      await before.database.query({ text });
    const kept = await Promise.all(tables.map(all));
    const totals = await before.database.query({ text: 'select * from output_total order by customer_id' });
    await migrate(before.url);
    expect(await Promise.all(tables.map(all))).toEqual(kept);
    expect((await before.database.query({ text: 'select * from output_total order by customer_id' })).rows).toEqual(
      totals.rows,
    );
    for (const table of tables) {
      expect(await rowsByMonth(before.database, table)).toEqual({
        [`${table}_2020_01`]: 1,
        [`${table}_2020_02`]: 29,
        [`${table}_2020_03`]: 10,
      });
    }
    for (const [text, refusal] of [
      ['update machine_output set net = 1', 'an output is corrected by charge:adjust'],
      ['delete from coin_up_interest', 'what was earned on a day is sealed'],
      ['update electricity_charge set owed = owed + 1, amount = amount + 1', 'a charge can only be paid'],
    ] as const) {
      await expect(before.database.query({ text }), text).rejects.toThrow(refusal);
    }
  });

  it('leaves rows where they are that came before their month was made', async () => {
    const add = (date: string) =>
      before.database.query({
        text: `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry) values ($1, 9, 'BTC', 1, 1, 1)`,
        values: [date],
      });
    await add('2020-07-03');
    await before.database.query({ text: `select keep_months('coin-up', '2020-07-04')` });
    await add('2020-07-04');
    expect(await rowsByMonth(before.database, 'coin_up_interest')).toMatchObject({ coin_up_interest_rest: 2 });
  });
});
