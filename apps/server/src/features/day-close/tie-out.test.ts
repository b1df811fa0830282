/** Proves that the tie-out sees what it must: one wrong row between posting and sealing keeps the day open and is named. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { asTransaction, type Database } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { dayCloseSlice } from './day-close.slice.ts';
import { digestOf } from './mining/digest.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  choosePayMode,
  giveMoney,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
let date = realDay.date;

/** Ends a close between its stages, as a kill would. */
class Interrupted extends Error {}

beforeAll(async () => {
  app = await startTestApp();
  const prepaying = await addCustomer(app.owner, 1);
  const paysWithOutput = await addCustomer(app.owner, 2);
  await giveMoney(app.database, prepaying, 'ELE_ACCOUNT', 900_000_000n, '2020-02-29T00:00:00Z');
  await choosePayMode(app.owner, paysWithOutput, 'OUTPUT_FIRST');
  await addWorldMachine(app.owner, { machineNo: 'A-1', customerId: prepaying, hashrate: '50' });
  await addWorldMachine(app.owner, { machineNo: 'A-2', customerId: prepaying, hashrate: '50' });
  await addWorldMachine(app.owner, { machineNo: 'B-1', customerId: paysWithOutput, hashrate: '68' });
});
afterAll(() => app.stop());

function sliceOn(database: Database, failpoint?: (point: string) => void) {
  const { machines, electricity } = app.slices;
  return dayCloseSlice({
    database,
    provideDay: async () => undefined,
    runClock: machines.runClock,
    enterArrear: machines.enterArrear,
    chargeDay: electricity.chargeDay,
    catchUpDays: 7,
    concurrency: 1,
    failpoint,
  });
}

/** The database, telling of each query of a transaction before it is run. */
function listenTo(database: Database, hear: (query: { name?: string }) => unknown): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((dbTx) =>
        work(
          asTransaction({
            async query(query) {
              await hear(query);
              return dbTx.query(query);
            },
          }),
        ),
      ),
  };
}

async function postOnly(): Promise<void> {
  const interrupted = sliceOn(app.database, (point) => {
    if (point === 'tie-out:taken') throw new Interrupted();
  });
  await expect(interrupted.closeMining(date, endOf(date))).rejects.toThrow(Interrupted);
}

const endOf = (day: string) => new Date(`${addDays(day, 1)}T06:00:00Z`);
const close = () => app.slices.dayClose.closeMining(date, endOf(date));

/** Changes rows as only the owner of the tables can, past every guard; `undo` puts them back. */
async function tamper(statement: string): Promise<void> {
  await app.owner.transaction(async (dbTx) => {
    const guarded = ['ledger.posting', 'ledger.balance', 'machine_output', 'electricity_charge'];
    for (const table of guarded) await dbTx.query({ text: `alter table ${table} disable trigger all` });
    const { rowCount } = await dbTx.query({ text: statement.replaceAll('$date', `'${date}'`) });
    expect(rowCount).toBe(1);
    for (const table of guarded) await dbTx.query({ text: `alter table ${table} enable trigger all` });
  });
}

const machine = (no: string) => `(select id from machine where machine_no = '${no}')`;

const damages: [what: string, damage: string, undo: string, named: RegExp][] = [
  [
    'the amount of one output posting',
    `update ledger.posting set amount = amount + 1 where date = $date and type = 'MINING_OUTPUT' and source_id = ${machine('A-2')}`,
    `update ledger.posting set amount = amount - 1 where date = $date and type = 'MINING_OUTPUT' and source_id = ${machine('A-2')}`,
    /output of machine A-2/,
  ],
  [
    'one output row',
    `update machine_output set net = net + 1, pool_fee = pool_fee - 1 where date = $date and machine_id = ${machine('A-1')}`,
    `update machine_output set net = net - 1, pool_fee = pool_fee + 1 where date = $date and machine_id = ${machine('A-1')}`,
    /output of machine A-1/,
  ],
  [
    'the hours of one output row',
    `update machine_output set epoch_seconds = '{86399}' where date = $date and machine_id = ${machine('B-1')}`,
    `update machine_output set epoch_seconds = '{86400}' where date = $date and machine_id = ${machine('B-1')}`,
    /output of machine B-1/,
  ],
  [
    'whose output it is',
    `update ledger.posting set (customer, credit) = (select customer_id, ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC') from machine where machine_no = 'B-1')
     where date = $date and type = 'MINING_OUTPUT' and source_id = ${machine('A-1')}`,
    `update ledger.posting set (customer, credit) = (select customer_id, ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC') from machine where machine_no = 'A-1')
     where date = $date and type = 'MINING_OUTPUT' and source_id = ${machine('A-1')}`,
    /output of machine A-1/,
  ],
  [
    'two outputs of equal machines, one up and one down',
    `with up as (update machine_output set net = net + 1, pool_fee = pool_fee - 1 where date = $date and machine_id = ${machine('A-1')})
     update machine_output set net = net - 1, pool_fee = pool_fee + 1 where date = $date and machine_id = ${machine('A-2')}`,
    `with down as (update machine_output set net = net - 1, pool_fee = pool_fee + 1 where date = $date and machine_id = ${machine('A-1')})
     update machine_output set net = net + 1, pool_fee = pool_fee - 1 where date = $date and machine_id = ${machine('A-2')}`,
    /output of machine A-1/,
  ],
  [
    'one charge',
    `update electricity_charge set amount = amount + 1, owed = owed + 1 where date = $date and machine_id = ${machine('A-1')}`,
    `update electricity_charge set amount = amount - 1, owed = owed - 1 where date = $date and machine_id = ${machine('A-1')}`,
    /electricity of machine A-1/,
  ],
  [
    'the amount of one payment',
    `update ledger.posting set amount = amount + 1 where date = $date and type = 'ELE_CONSUME_USDT' and source_id = ${machine('A-1')}`,
    `update ledger.posting set amount = amount - 1 where date = $date and type = 'ELE_CONSUME_USDT' and source_id = ${machine('A-1')}`,
    /electricity of machine A-1/,
  ],
  [
    'a payment that is there twice',
    `insert into ledger.posting select transfer_id, line + 1000, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id
     from ledger.posting where date = $date and type = 'ELE_CONSUME_USDT' and source_id = ${machine('A-1')}`,
    `delete from ledger.posting where line > 1000 and date = $date`,
    /electricity of machine A-1/,
  ],
  [
    'an output that is there twice',
    `insert into ledger.posting select transfer_id, line + 1000, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id
     from ledger.posting where date = $date and type = 'MINING_OUTPUT' and source_id = ${machine('A-2')}`,
    `delete from ledger.posting where line > 1000 and date = $date`,
    /output of machine A-2/,
  ],
  [
    'an output of a machine that did not run',
    `insert into ledger.posting select transfer_id, line + 1000, debit, credit, customer, type, amount, debit_after, credit_after, date, 987654
     from ledger.posting where date = $date and type = 'MINING_OUTPUT' and source_id = ${machine('A-2')}`,
    `delete from ledger.posting where line > 1000 and date = $date`,
    /output of machine id 987654/,
  ],
  [
    'the type of one payment',
    `update ledger.posting set type = 'ADJUST_ELE' where date = $date and type = 'ELE_CONSUME_USDT' and source_id = ${machine('A-1')}`,
    `update ledger.posting set type = 'ELE_CONSUME_USDT' where date = $date and type = 'ADJUST_ELE' and source_id = ${machine('A-1')}`,
    /electricity of machine A-1/,
  ],
  [
    'the rate at which OUTPUT paid',
    `with charge as (
       update electricity_charge set paid_btc = paid_btc + 1 where date = $date and machine_id = ${machine('B-1')} returning machine_id)
     update ledger.posting set amount = amount + 1 where date = $date and type = 'ELE_CONSUME_BTC' and source_id = ${machine('B-1')}`,
    `with charge as (
       update electricity_charge set paid_btc = paid_btc - 1 where date = $date and machine_id = ${machine('B-1')} returning machine_id)
     update ledger.posting set amount = amount - 1 where date = $date and type = 'ELE_CONSUME_BTC' and source_id = ${machine('B-1')}`,
    /transfer \d+ are not those that were posted/,
  ],
];

describe('the tie-out', () => {
  beforeEach(async () => {
    date = addDays(date, 1);
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
  });

  it('closes a day whose rows nothing changed between its stages', async () => {
    await postOnly();
    expect(await close()).toMatchObject({ outcome: 'closed' });
  });

  it.each(damages)('names %s', async (_, damage, undo, named) => {
    await postOnly();
    await tamper(damage);
    const result = await close();
    expect(result).toMatchObject({
      outcome: 'refused',
      reasons: expect.arrayContaining([expect.stringMatching(named)]),
    });
    expect(await app.slices.dayClose.isClosed('mining', date)).toBe(false);
    await tamper(undo);
    expect(await close()).toMatchObject({ outcome: 'closed' });
  });

  it('looks at the rows of machines only where a set of them differs', async () => {
    const [, damage, undo] = damages.find(([what]) =>
      what.startsWith('two outputs of equal machines'),
    ) as (typeof damages)[number];
    const names: (string | undefined)[] = [];
    const heard = sliceOn(listenTo(app.database, ({ name }) => names.push(name)));
    await postOnly();
    await tamper(damage);
    expect(await heard.closeMining(date, endOf(date))).toMatchObject({ outcome: 'refused' });
    expect(names).toEqual(expect.arrayContaining(['day-close.tie-out-sums.1', 'day-close.tie-out-machines.1']));
    await tamper(undo);
    names.length = 0;
    expect(await heard.closeMining(date, endOf(date))).toMatchObject({ outcome: 'closed' });
    expect(names).toContain('day-close.tie-out-sums.1');
    expect(names).not.toContain('day-close.tie-out-machines.1');
  });

  it('is not misled by a debt that is paid between posting and tie-out', async () => {
    const poor = await addCustomer(app.owner, 3);
    await addWorldMachine(app.owner, {
      machineNo: 'C-1',
      customerId: poor,
      hashrate: '1',
      powerWatts: 3500,
      price: '0.5',
    });
    await postOnly();
    await app.database.transaction(async (dbTx) => {
      await giveMoney(dbTx, poor, 'ELE_ACCOUNT', 900_000_000n, `${date}T23:00:00Z`);
      await app.slices.electricity.payOwed(dbTx, [poor], endOf(date));
    });
    expect(await close()).toMatchObject({ outcome: 'closed' });
  });
});

describe('the check of who pays', () => {
  it('is not misled by money that comes to a customer without machines meanwhile', async () => {
    date = addDays(date, 1);
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
    const bystander = await addCustomer(app.owner, 4);
    await giveMoney(app.database, bystander, 'ELE_ACCOUNT', 1_000_000n, `${date}T01:00:00Z`);
    let given = 0;
    const meanwhile = listenTo(app.database, async ({ name }) => {
      if (name !== 'day-close.payers') return;
      given++;
      await giveMoney(app.database, bystander, 'ELE_ACCOUNT', 1_000_000n, `${date}T02:00:00Z`);
    });
    expect(await sliceOn(meanwhile).closeMining(date, endOf(date))).toMatchObject({ outcome: 'closed' });
    expect(given).toBe(1);
  });
});

describe('a sealed day', () => {
  it('takes no row more from the application, and gives none away', async () => {
    const insert = {
      text: `insert into machine_output select machine_id + 1000, date, coin, customer_id, hashrate, running_seconds, epoch_seconds,
               pool_fee_rate, gross, pool_fee, net from machine_output where date = $1 limit 1`,
      values: [date],
    };
    await expect(app.database.query(insert)).rejects.toThrow('row-level security');
    for (const change of [
      'update machine_output set net = 0',
      'delete from machine_output',
      'update electricity_charge set amount = 0',
      'delete from electricity_charge',
      'update day_close set date = date + 1',
      'truncate network_day',
    ]) {
      await expect(app.database.query({ text: change })).rejects.toThrow('permission denied');
    }
    await expect(app.owner.query({ text: `update day_close set tie_out = '[]'` })).rejects.toThrow('sealed');
  });

  it('shows by its seal that its past was changed', async () => {
    const [check] = app.slices.dayClose.bookChecks;
    expect(await check?.(app.database)).toEqual([]);
    await tamper(
      `update machine_output set gross = gross + 1, pool_fee = pool_fee + 1 where date = '2020-03-02' and machine_id = ${machine('A-1')}`,
    );
    expect(await check?.(app.database)).toMatchObject([{ subject: 'mining 2020-03-02' }]);
    await tamper(
      `update machine_output set gross = gross - 1, pool_fee = pool_fee - 1 where date = '2020-03-02' and machine_id = ${machine('A-1')}`,
    );
  });

  it('digests each day in the form of the release that closed it', async () => {
    const day = '2020-03-02';
    const { rows } = await app.database.query<{ id: string }>({
      text: `select result ->> transfer as id from day_close_batch, unnest(array['outputTransfer', 'electricityTransfer']) transfer
        where kind = 'mining' and date = $1 and stage = 'post' and result ->> transfer is not null`,
      values: [day],
    });
    const scope = { date: day, range: { first: 0n, last: 10n ** 16n }, transferIds: rows.map(({ id }) => id) };
    const digests = async () => {
      const forms = [{}, { sealsInputs: true }, { sealsColumns: true }].map((form) =>
        digestOf(app.database, scope, form),
      );
      return (await Promise.all(forms)).map(({ digest }) => digest.toString('hex')) as [string, string, string];
    };
    const [bare, withInputs, inColumns] = await digests();
    expect(new Set([bare, withInputs, inColumns]).size).toBe(3);
    const change = (column: string, by: number) =>
      tamper(
        `update machine_output set ${column} = ${column} + ${by} where date = '${day}' and machine_id = ${machine('A-1')}`,
      );
    await change('running_seconds', -1);
    const changed = await digests();
    expect([bare, withInputs, inColumns].filter((digest) => changed.includes(digest))).toEqual([]);
    await change('running_seconds', 1);
    await change('hashrate', 1);
    const [bareAgain, ...others] = await digests();
    expect(bareAgain).toBe(bare);
    expect([withInputs, inColumns].filter((digest) => others.includes(digest))).toEqual([]);
    await change('hashrate', -1);
  });
});
