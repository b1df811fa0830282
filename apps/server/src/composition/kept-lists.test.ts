/**
 * Proves that what is kept for lists of the console is exact at any moment, before, while and after the worker brings it together, that no
 * writer waits for another, that a killed worker loses nothing, and that a wrong count is found and mended.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCustomers } from '../features/customers/customer-list.store.ts';
import { mayOwe } from '../features/customers/may-owe.ts';
import { machineTally } from '../features/machines/machine-tally.ts';
import { readModelList } from '../features/machines/models.store.ts';
import { countMachines } from '../features/machines/staff-list.store.ts';
import type { Alert } from '../platform/log/alerts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/harness.ts';
import { mortalProcess } from '../testing/mortal-process.ts';
import { keptLists } from './kept-lists.ts';

const customers = 12;
const perCustomer = 5;
const charges = `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
  select id, date::date, customer_id, machine_no, coin, 86400, 1975, 0.05, 5, 5`;

let test: TestDatabase;
let clients: pg.Client[] = [];
const run = (...texts: string[]) =>
  test.owner.transaction(async (dbTx) => {
    for (const text of texts) await dbTx.query({ text });
  });

beforeEach(async () => {
  test = await createTestDatabase();
  await run(
    `insert into site (name) values ('north'), ('south')`,
    `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ('S17', 'BTC', 50, 'TH/s', 1975), ('S19', 'BTC', 95, 'TH/s', 3250)`,
    `insert into customer (account, created_at) select '139' || lpad((i * 37 % 101)::text, 8, '0'), now() from generate_series(1, ${customers}) i`,
    'alter table machine disable trigger machine_has_terms',
    `insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts, pool_fee_rate,
       start_time, status, status_since, created_at)
     select customer.id || '-' || i, customer.id, model.id, site.id, 'SUBSCRIBE', 'BTC', 50, 'TH/s', 1975, 0.04, '2020-02-01', 'RUNNING', '2020-02-01', now()
     from customer cross join generate_series(1, ${perCustomer}) i
     join (select id, row_number() over (order by id) as n from site) site on site.n = 1 + i % 2
     join (select id, row_number() over (order by id) as n from machine_model) model on model.n = 1 + customer.id % 2`,
    // What a charge is paid with is not asked here.
    `select make_month('electricity_charge', '2020-03-01')`,
    ...['electricity_charge', 'hosting_charge', 'charge_adjustment'].map(
      (table) => `alter table ${table} disable trigger user`,
    ),
    ...['electricity_charge', 'hosting_charge', 'charge_adjustment'].flatMap((table) =>
      ['owed', 'paid'].map((way) => `alter table ${table} enable trigger ${table}_may_be_${way}`),
    ),
  );
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  clients = [];
  await test.drop();
});

/** A transaction of its own; what waits for another one's lock fails. */
async function begin(...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client(test.ownerUrl);
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  for (const text of [`set lock_timeout = '300ms'`, 'begin', ...statements]) await client.query(text);
  return client;
}

const fold = async () => {
  for (const list of [machineTally, mayOwe]) await list.fold(test.database);
};
const differences = async () => [...(await machineTally.check(test.database)), ...(await mayOwe.check(test.database))];
const rowsOf = async (table: string) =>
  (await test.owner.query<{ count: number }>({ text: `select count(*)::int as count from ${table}` })).rows[0]?.count;
const move = (to: string, which: string) => `update machine set status = '${to}' where ${which}`;
const nth = (n: number) => `customer_id = (select id from customer order by id offset ${n - 1} limit 1)`;

describe('the counts of machines', () => {
  /** As they are listed, and counted in the machines themselves. */
  async function counts(where = 'true', scope = {}) {
    const kept = await countMachines(test.database, { siteId: null, modelId: null, customerId: null, ...scope });
    const { rows } = await test.owner.query<{ status: string; count: number }>({
      text: `select status, count(*)::int as count from machine where ${where} group by status order by status`,
    });
    return { kept: kept.toSorted((a, b) => a.status.localeCompare(b.status)), counted: rows };
  }
  async function expectExact() {
    const { rows: sites } = await test.owner.query<{ id: bigint }>({ text: 'select id from site' });
    const { rows: models } = await test.owner.query<{ id: bigint }>({ text: 'select id from machine_model' });
    const all = [await counts()];
    for (const { id } of sites) all.push(await counts(`site_id = ${id}`, { siteId: id }));
    for (const { id } of models) all.push(await counts(`model_id = ${id}`, { modelId: id }));
    for (const { id } of sites)
      for (const model of models)
        all.push(await counts(`site_id = ${id} and model_id = ${model.id}`, { siteId: id, modelId: model.id }));
    for (const { kept, counted } of all) expect(kept).toEqual(counted);
    for (const { id, machines } of await readModelList(test.database, { after: null, limit: 9 }))
      expect(machines).toBe((await counts(`model_id = ${id}`)).counted.reduce((sum, { count }) => sum + count, 0));
  }

  it('are those of the machines after each kind of write, brought together or not', async () => {
    for (const text of [
      'select 1',
      move('SUSPEND', 'id % 3 = 0'),
      move('RUNNING', 'id % 6 = 0'),
      'update machine set site_id = (select max(id) from site) where id % 4 = 0',
      "update machine set model_id = (select max(id) from machine_model), status = 'REPAIR' where id % 5 = 0",
      `update machine set wanted_status = 'RUNNING'`,
      'delete from machine where id % 7 = 0',
      'delete from machine where true',
    ]) {
      await run(text);
      await expectExact();
      await fold();
      await expectExact();
    }
    expect(await rowsOf('machine_tally')).toBe(0);
  });

  it('are one row each once they are brought together', async () => {
    for (let n = 1; n <= customers; n += 1) await run(move('SUSPEND', nth(n)));
    expect(await rowsOf('machine_tally')).toBeGreaterThan(20);
    await fold();
    expect(await rowsOf('machine_tally')).toBe(4);
    expect(await differences()).toEqual([]);
  });

  it('let no writer wait for another, nor for the worker, and hold what commits later', async () => {
    const slow = await begin(move('SUSPEND', nth(1)));
    const quick = await begin(move('SUSPEND', nth(3)));
    await fold();
    await expectExact();
    await quick.query('commit');
    await fold();
    await expectExact();
    const folding = await begin('select fold_machine_tally()');
    const third = await begin(move('SUSPEND', nth(5)), 'commit');
    await slow.query('commit');
    await expectExact();
    await folding.query('commit');
    await expectExact();
    await third.query('begin');
    await fold();
    expect(await differences()).toEqual([]);
    expect((await counts()).kept).toEqual([
      { status: 'RUNNING', count: (customers - 3) * perCustomer },
      { status: 'SUSPEND', count: 3 * perCustomer },
    ]);
  });

  it('would make them wait in one row for each count (broken control)', async () => {
    await run(
      'create table hot (status text primary key, machines bigint)',
      `create function count_hot() returns trigger language plpgsql as $$ begin
         insert into hot values (new.status, 1) on conflict (status) do update set machines = hot.machines + 1; return null; end $$`,
      'create trigger hot after update on machine for each row execute function count_hot()',
    );
    await begin(move('SUSPEND', nth(1)));
    await expect(begin(move('SUSPEND', nth(3)))).rejects.toThrow('lock timeout');
  });

  it('are whole in each reading while many move and two workers fold', async () => {
    const writers = Array.from({ length: customers }, async (_, n) => {
      for (let time = 0; time < 8; time += 1) await run(move(time % 2 ? 'RUNNING' : 'SUSPEND', nth(n + 1)));
    });
    let isDone = false;
    const folds = [1, 2].map(async () => {
      while (!isDone) await machineTally.fold(test.database);
    });
    const watched = (async () => {
      let readings = 0;
      while (!isDone) {
        const kept = await countMachines(test.database, { siteId: null, modelId: null, customerId: null });
        expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(customers * perCustomer);
        expect(await machineTally.check(test.database)).toEqual([]);
        readings += 1;
      }
      return readings;
    })();
    await Promise.all(writers).finally(() => {
      isDone = true;
    });
    await Promise.all(folds);
    expect(await watched).toBeGreaterThan(3);
    await fold();
    await expectExact();
  });
});

describe('the list of those that owe', () => {
  const wanted = { NEWEST: 'id desc', OLDEST: 'id', ACCOUNT: 'account' } as const;

  async function expectExact(expected?: number) {
    for (const sort of ['NEWEST', 'OLDEST', 'ACCOUNT'] as const) {
      const { rows } = await test.owner.query<{ id: bigint }>({
        text: `select id from customer where id in (select customer_id from owed_fees) order by ${wanted[sort]}`,
      });
      const ids: bigint[] = [];
      // In parts of three, so that a row that stands twice would be shown twice.
      for (let after: readonly [string] | null = null; ; ) {
        const part = await readCustomers(test.database, { state: 'OWING', sort }, { after, limit: 3 });
        ids.push(...part.map(({ id }) => id));
        const last = part.at(-1);
        if (!last) break;
        after = [String(last.id)];
      }
      expect(ids, sort).toEqual(rows.map(({ id }) => id));
      if (expected !== undefined) expect(ids).toHaveLength(expected);
    }
    expect(await mayOwe.check(test.database)).toEqual([]);
  }
  const owe = (which: string, day = '2020-03-01') =>
    `${charges} from machine cross join (values ('${day}'::date)) of (date) where ${which}`;
  const pay = (which: string) => `update electricity_charge set owed = 0, paid_prepaid = amount where ${which}`;
  const rename = (n: number, to: string) =>
    `update customer set account = '${to}' where id = (select id from customer order by id offset ${n - 1} limit 1)`;

  it('is that of the fees after each kind of write, looked at or not', async () => {
    for (const [text, owing] of [
      [owe('id % 5 = 0'), customers],
      [owe('true', '2020-03-02'), customers],
      [pay(nth(1)), customers - 1],
      [pay(`${nth(2)} and date = '2020-03-01'`), customers - 1],
      [rename(3, '13999999999'), customers - 1],
      [rename(1, '13700000001'), customers - 1],
      [owe(nth(1), '2020-03-03'), customers],
      [pay('owed > 0'), 0],
      [
        `insert into hosting_charge (machine_id, month, customer_id, days, amount, owed, charged_at, date, first_day, last_day)
         select id, '2020-03-01', customer_id, 31, 5, 5, now(), '2020-04-01', '2020-03-01', '2020-03-31' from machine where ${nth(4)}`,
        1,
      ],
      [`update hosting_charge set owed = 0, paid_prepaid = 5`, 0],
      [
        `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin, adjusted_amount, amount, owed, reason, adjusted_at)
         select 'test ' || id, id, customer_id, machine_no, '2020-03-01', '2020-03-02', 'electricity', 'USDT', 'USDT', -5, 5, 5, 'test', now() from machine where ${nth(6)}`,
        1,
      ],
      [`update charge_adjustment set owed = 0, paid_prepaid = 5`, 0],
    ] as const) {
      await run(text);
      await expectExact(owing);
      await fold();
      await expectExact(owing);
    }
    expect(await rowsOf('may_owe')).toBe(0);
  });

  it('has one row for each once the worker has looked', async () => {
    for (const day of ['2020-03-01', '2020-03-02', '2020-03-03']) await run(owe('true', day));
    expect(await rowsOf('may_owe')).toBe(3 * customers);
    await fold();
    expect(await rowsOf('may_owe')).toBe(customers);
  });

  it('holds a fee, a payment and another account that commit after the worker has looked', async () => {
    await run(owe(nth(2)));
    const fee = await begin(owe(nth(1)));
    const another = await begin(owe(nth(1), '2020-03-02'));
    const payment = await begin(pay(nth(2)));
    const account = await begin(rename(1, '13700000000'));
    await run(owe(nth(1), '2020-03-03'));
    await fold();
    await run(pay(`${nth(1)} and date = '2020-03-03'`));
    for (const commits of [account, fee, payment, another]) {
      await fold();
      await commits.query('commit');
      await expectExact();
    }
    await fold();
    await expectExact(1);
    expect(await rowsOf('may_owe')).toBe(1);
  });

  it('would lose a fee whose customer stood there when it was written (broken control)', async () => {
    await run(
      `create or replace function note_new_fees() returns trigger language plpgsql as $$ begin
         insert into may_owe select distinct customer_id, null from written where owed > 0 and customer_id not in (select customer_id from may_owe);
         return null; end $$`,
      owe(nth(1)),
    );
    await run(pay(nth(1)));
    const fee = await begin(owe(nth(1), '2020-03-02'));
    await fold();
    await fee.query('commit');
    expect(await mayOwe.check(test.database)).toMatchObject([{ check: 'who owes is in the list', found: 'absent' }]);
    await expect(expectExact()).rejects.toThrow('NEWEST');
  });
});

it('a worker that is killed while it folds has changed nothing, and the next one goes on', async () => {
  await run(
    move('SUSPEND', nth(1)),
    `${charges} from machine cross join (values ('2020-03-01'::date)) of (date) where true`,
  );
  const before = [await rowsOf('machine_tally'), await rowsOf('may_owe')];
  const ended = await (await mortalProcess('apps/server/src/testing/folding-process.ts', test.partUrls.worker))([]);
  expect(ended).toMatchObject({ signal: 'SIGKILL', complaint: '' });
  expect(await differences()).toEqual([]);
  expect([await rowsOf('machine_tally'), await rowsOf('may_owe')]).toEqual(before);
  await run(move('SUSPEND', nth(2)));
  await fold();
  expect(await differences()).toEqual([]);
  expect([await rowsOf('machine_tally'), await rowsOf('may_owe')]).toEqual([8, customers]);
});

it('a wrong count raises an alert within the hour, and is mended from the rows', async () => {
  const open: Alert[] = [];
  const resolved: string[] = [];
  const tick = keptLists(
    test.database,
    {
      raiseAlert: async (_db, alert) => open.push(alert) > 0,
      resolveAlert: async (_db, kind, subject) => void resolved.push(`${kind} ${subject}`),
      announceAlert: () => undefined,
    },
    [machineTally, mayOwe],
  );
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 0, minute));
  await tick(at(0));
  expect([open, resolved.splice(0)]).toEqual([[], ['lists-differ machines', 'lists-differ owing']]);

  await run(
    'alter table machine disable trigger machine_update_is_counted',
    'alter table electricity_charge disable trigger electricity_charge_may_be_owed',
    move('SUSPEND', nth(1)),
    `${charges} from machine cross join (values ('2020-03-01'::date)) of (date) where true`,
  );
  await tick(at(59));
  expect(open).toEqual([]);
  await tick(at(60));
  expect(open.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'lists-differ machines',
    'lists-differ owing',
  ]);
  expect(open[0]?.message).toMatch(
    /^a list is counted wrongly: machines are counted as they stand: site \d+ model \d+ RUNNING should be 1\d, is 1\d \(3 more\)$/,
  );
  expect(open[1]?.message).toContain('who owes is in the list: customer');

  await run('select recount_lists()');
  await tick(at(120));
  expect([open.length, resolved]).toEqual([2, ['lists-differ machines', 'lists-differ owing']]);
});

it('what is kept is written by no role directly', async () => {
  for (const part of ['public', 'worker', 'staff'] as const) {
    const client = new pg.Client(test.partUrls[part]);
    await client.connect();
    clients.push(client);
    for (const text of ['update machine_tally set machines = 0', 'delete from may_owe', 'select recount_lists()'])
      await expect(client.query(text), `${part}: ${text}`).rejects.toThrow('permission denied');
  }
});
