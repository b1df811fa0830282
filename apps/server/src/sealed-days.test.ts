// Outputs, charges and interest of a month that is over are sealed, kept elsewhere and brought back; what sums since the beginning stays
// what it was, and nothing is left behind half done.
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savingsFixture } from './features/coin-up/testing/savings-fixture.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  giveMoney,
  realDay,
} from './features/day-close/testing/mining-fixture.ts';
import { readOutputs, readUnpaidOutputs } from './features/suspense/pool-payments.store.ts';
import { moveMonth, readMonthStep } from './kept-months.ts';
import { readDaysElsewhere } from './platform/books/sealed-days.ts';
import { addDays } from './platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestCustomer } from './testing/app.ts';
import { runCommand } from './testing/commands.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let saver: TestCustomer;
let debtor: bigint;
let machineId: bigint;
let closed = '2020-03-28';
/** A month of closes. */
const patient = 300_000;

beforeAll(async () => {
  app = await startTestApp({ now: '2020-03-29T04:00:00.000Z' });
  world = savingsFixture(app);
  await world.open();
  saver = await app.createMoneyCustomer();
  await world.give(saver.id, 'USDT', 5_000_000_000n);
  machineId = await addWorldMachine(app.owner, {
    machineNo: 'M-1',
    customerId: saver.id,
    startTime: '2020-03-29T00:00:00Z',
  });
  debtor = await addCustomer(app.owner, 1);
  await addWorldMachine(app.owner, {
    machineNo: 'M-2',
    customerId: debtor,
    runs: [['2020-03-29T00:00:00Z', '2020-04-02T00:00:00Z']],
    startTime: '2020-03-29T00:00:00Z',
    powerWatts: 200_000,
  });
  expect(await world.subscribe(saver, 'USDT', '510')).toMatchObject({ code: 200 });
  await closeUntil('2020-03-31');
}, patient);
afterAll(() => app.stop());

/** Each day of both kinds, real closes on the day after. */
async function closeUntil(last: string): Promise<void> {
  while (closed < last) {
    closed = addDays(closed, 1);
    await addNetworkDay(app.owner, { ...realDay, date: closed });
    await addPrice(app.owner, closed, 6_438_640_000n);
    app.clock.set(`${addDays(closed, 1)}T06:30:00Z`);
    const mining = await app.slices.dayClose.closeMining(closed, app.clock.now());
    if (mining.outcome !== 'closed') throw new Error(JSON.stringify(mining));
    await world.close(closed);
  }
  // A session that was not used for a month has ended.
  const { account, password } = saver;
  const { accessToken } = await app.data('login', { account, password }, { deviceId: saver.caller.deviceId });
  saver = { ...saver, caller: { ...saver.caller, accessToken } };
}

const take = (line: string) => {
  const step = readMonthStep(line.split(' '));
  if (!step) throw new Error('no step');
  return moveMonth(app.owner, step, app.clock.now());
};
/** What the fixtures write behind the product has no audit line: the slices that own these rows are asked. */
const check = () => {
  const { dayClose, electricity, coinUp } = app.slices;
  const checks = [...dayClose.bookChecks, ...electricity.bookChecks, ...coinUp.bookChecks];
  return app.slices.books.checkNow(checks, app.clock.now());
};
const ops = (name: string, args: string) =>
  runCommand(app, app.slices.electricity.opsCommands[name as 'charge:adjust'], args);
const adjust = (date: string, amount: string, kind = 'electricity') =>
  ops(
    'charge:adjust',
    `--id ${machineId} --date ${date} --kind ${kind} --amount ${amount} --reason meter --by finance --approved-by approver`,
  );

/** Every figure that counts since the beginning, of each customer and of the house. */
async function figures() {
  const { caller } = saver;
  const { periods } = await app.data('earnings', {}, caller);
  const [ofMachine, card, savings, { mining }, electricity] = await Promise.all([
    app.data('earnings', { machineId: String(machineId) }, caller),
    app.data('machineDetail', { id: String(machineId) }, caller),
    world.detail(saver, 'USDT'),
    app.data('indexInfo', {}, caller),
    app.slices.electricity.electricityDays(app.database, [saver.id, debtor]),
  ]);
  const all = {
    periods,
    ofMachine: ofMachine.periods,
    totalOutput: card.totalOutput,
    totalInterest: savings.totalInterest,
    last30: savings.last30,
    mining: { ...mining, elsewhereTo: null },
    electricity,
    pool: await readOutputs(app.database, { coin: 'BTC', from: '2020-03-29', to: '2020-04-02' }),
    unpaid: await readUnpaidOutputs(app.database),
  };
  return JSON.parse(JSON.stringify(all, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value)));
}

const rowsHere = async () =>
  (
    await app.owner.query<{ outputs: number; charges: number; interests: number }>({
      text: `select (select count(*)::int from machine_output where date < '2020-04-01') as outputs,
        (select count(*)::int from electricity_charge where date < '2020-04-01') as charges,
        (select count(*)::int from coin_up_interest where date < '2020-04-01') as interests`,
    })
  ).rows[0];

/** What the check of seals says after statements behind the guards, which are undone. */
async function checksAfter(...statements: string[]): Promise<string[]> {
  const undone = new Error('undone');
  let said: string[] = [];
  await app.owner
    .transaction(async (dbTx) => {
      for (const text of statements) await dbTx.query({ text });
      const { rows } = await dbTx.query<{ line: string }>({
        text: `select concat(check_name, ': ', subject) as line from check_sealed_days() order by 1`,
      });
      said = rows.map(({ line }) => line);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return said;
}
const open = (table: string) => `alter table ${table} disable trigger user`;

describe('a seal of days', () => {
  it('is refused while its days are open, something of them is owed, or the books were not found to balance', async () => {
    await expect(take('--seal-days 2020-03 --by finance')).rejects.toThrow('finance is no active ADMIN');
    await expect(take('--seal-days 2020-03 --by admin')).rejects.toThrow('no check of the books has ended yet');
    expect(await check()).toEqual([]);
    await expect(take('--seal-days 2020-04 --by admin')).rejects.toThrow(
      'the days of 2020-04-01 are not all closed: mining is closed up to 2020-03-31',
    );
    await expect(take('--seal-days 2020-02 --by admin')).rejects.toThrow('no day of 2020-02-01 was closed');
    await expect(take('--seal-days 2020-03 --by admin')).rejects.toThrow(
      '3 charges of 2020-03-01 are not paid, the oldest of machine M-2 on 2020-03-29',
    );
    await giveMoney(app.database, debtor, 'ELE_ACCOUNT', 5_000_000_000n, '2020-04-01T06:00:00Z');
    await app.database.transaction((dbTx) => app.slices.electricity.payOwed(dbTx, [debtor], app.clock.now()));
    await expect(
      app.owner.transaction(async (dbTx) => {
        await dbTx.query({ text: open('coin_up_interest_day') });
        await dbTx.query({
          text: `update coin_up_interest_day set paid_at = null where date = '2020-03-31' and coin = 'USDT'`,
        });
        await dbTx.query({ text: `select seal_days('2020-03-01', now())` });
      }),
    ).rejects.toThrow('interest of 2020-03-31 in USDT is not paid');
  });

  it(
    'binds each month to the one before, and names a row that changed (control)',
    async () => {
      await adjust('2020-03-30', '1');
      await adjust('2020-03-31', '-0.00001', 'output');
      await world.redeem(saver, 'USDT', '510');
      await closeUntil('2020-04-30');
      expect(await check()).toEqual([]);
      await expect(take('--seal-days 2020-04 --by admin')).rejects.toThrow(
        'the days of the month before 2020-04-01 are not sealed',
      );
      expect(await take('--seal-days 2020-03 --by admin')).toMatch(
        /^the days of 2020-03-01 are sealed: [0-9a-f]{64}\n$/,
      );
      await take('--seal-days 2020-04 --by admin');
      await expect(take('--seal-days 2020-03 --by admin')).rejects.toThrow('the days of 2020-03-01 are sealed');
      expect(await check()).toEqual([]);
      expect(
        await checksAfter(
          open('machine_output_2020_03'),
          `update machine_output_2020_03 set hashrate = 51 where date = '2020-03-30'`,
        ),
      ).toEqual(['sealed days are as they were: 2020-03-01']);
      expect(
        await checksAfter(
          open('electricity_charge_2020_04'),
          `delete from electricity_charge_2020_04 where date = '2020-04-03'`,
        ),
      ).toEqual(['sealed days are as they were: 2020-04-01']);
      expect(
        await checksAfter(open('sealed_days'), `update sealed_days set outputs = 1 where month = '2020-03-01'`),
      ).toEqual(['a seal of days fits what it seals: 2020-03-01']);
      // Made to fit again by hand, it is not the one that the next month was bound to.
      expect(
        await checksAfter(
          open('sealed_days'),
          `update sealed_days set outputs = 1 where month = '2020-03-01'`,
          `update sealed_days s set seal = seal_of_days(s) where month = '2020-03-01'`,
        ),
      ).toEqual(['a seal of days follows the one before: 2020-04-01']);
    },
    patient,
  );

  it('is written by its function alone', async () => {
    for (const attack of [
      'delete from sealed_days',
      'update sealed_days set detached_at = now()',
      'insert into sealed_days select * from sealed_days',
      `insert into carried_output values (1, 1, 'BTC', '2020-03-01', 1, 1, false)`,
      'delete from carried_interest',
    ]) {
      await expect(app.database.query({ text: attack })).rejects.toMatchObject({ code: '42501' });
      await expect(app.owner.query({ text: attack })).rejects.toThrow('is refused');
    }
    for (const step of [
      `seal_days('2020-05-01', now())`,
      `detach_days('2020-03-01', now())`,
      `attach_days('2020-03-01')`,
    ])
      await expect(app.database.query({ text: `select ${step}` })).rejects.toMatchObject({ code: '42501' });
  });
});

describe('days that are kept elsewhere', () => {
  let before: Awaited<ReturnType<typeof figures>>;

  it('leave no sooner than lists and postings have left them behind', async () => {
    await expect(take('--detach-days 2020-03 --by admin')).rejects.toThrow(
      '31 days after 2020-03-01 have to be closed first: mining is closed up to 2020-04-30',
    );
    await closeUntil('2020-05-01');
    await check();
    await expect(take('--detach-days 2020-03 --by admin')).rejects.toThrow(
      /what was posted for the days of 2020-03-01 is not all kept elsewhere: transfer \d+ is of the ledger's month 2020-04-01/,
    );
    for (const month of ['first', '2020-03', '2020-04']) await take(`--seal-month ${month} --by admin`);
    for (const month of ['2020-03', '2020-04']) await take(`--detach-month ${month} --by admin`);
    before = await figures();
    expect(before.totalInterest).toBe('0.117369');
    expect(before.periods.at(-1)).toMatchObject({ period: 'TOTAL', days: 34 });
  });

  it('are left where they are by a process that ends half-way', async () => {
    const here = await rowsHere();
    await expect(
      app.owner.transaction(async (dbTx) => {
        await dbTx.query({ text: `select detach_days('2020-03-01', now())` });
        await dbTx.query({ text: 'select pg_terminate_backend(pg_backend_pid())' });
      }),
    ).rejects.toThrow();
    expect(await readDaysElsewhere(app.database)).toEqual([]);
    expect(await rowsHere()).toEqual(here);
    expect(await figures()).toEqual(before);
  });

  it('change no figure, and the books balance', async () => {
    await take('--detach-days 2020-03 --by admin');
    expect(await readDaysElsewhere(app.database)).toEqual(['2020-03-01']);
    expect(await rowsHere()).toEqual({ outputs: 0, charges: 0, interests: 0 });
    expect(await figures()).toEqual(before);
    expect(await check()).toEqual([]);
    await assertBooksBalance(app.database);
    await expect(take('--detach-days 2020-03 --by admin')).rejects.toThrow('the days of 2020-03-01 are kept elsewhere');
  });

  it('end the lists of a customer', async () => {
    const { records } = await app.data('outputPage', { size: 100 }, saver.caller);
    expect(records.at(-1)?.date).toBe('2020-04-01');
    // The client says so at their end; not to a customer who has nothing there.
    const { mining } = await app.data('indexInfo', {}, saver.caller);
    expect(mining.elsewhereTo).toBe('2020-03-31');
    const other = await app.createCustomer();
    expect((await app.data('indexInfo', {}, other.caller)).mining.elsewhereTo).toBeNull();
    const interest = async (coin: 'BTC' | 'USDT', { caller } = saver) =>
      (await app.data('coinUpDetail', { coin }, caller)).elsewhereTo;
    expect([await interest('USDT'), await interest('USDT', other)]).toEqual(['2020-03-31', null]);
    const days = await app.data('earningDays', { size: 100 }, saver.caller);
    expect(days.records.at(-1)?.date).toBe('2020-04-01');
    expect(await world.records(saver, 'INCOMES')).toEqual([]);
  });

  it('are missed where what they brought is not carried forward, or something else (broken controls)', async () => {
    const name = 'what days elsewhere brought is carried forward: 2020-03-01';
    expect(await checksAfter(open('carried_output'), 'update carried_output set net = net + 1')).toEqual([name]);
    expect(await checksAfter(open('carried_interest'), 'delete from carried_interest')).toEqual([name]);
    expect(
      await checksAfter(
        open('carried_charge'),
        `update carried_charge set month = '2020-04-01' where machine_id = ${machineId}`,
      ),
    ).toEqual(['only days elsewhere are carried forward: 2020-04-01', name]);
  });

  it('are not corrected: neither a machine’s day, nor an outage, nor a price', async () => {
    const { exit, failed } = await adjust('2020-03-30', '0.5');
    expect(exit).not.toBe(0);
    expect(failed.join()).toContain('2020-03-30 is kept elsewhere with the days of 2020-03');
    expect((await adjust('2020-03-31', '0.00001', 'output')).failed.join()).toContain('kept elsewhere');
    const outage = await ops(
      'outage:credit',
      `--machine ${machineId} --from 2020-03-30 --to 2020-03-30 --reason 停电 --by finance --approved-by approver`,
    );
    expect(outage.failed.join()).toContain('is kept elsewhere with the days of 2020-03');
    await expect(addPrice(app.owner, '2020-03-30', 1n, 'ETH')).rejects.toThrow('2020-03-30 is kept elsewhere');
    await expect(
      app.owner.query({
        text: `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
                 adjusted_amount, moved, owed, reason, adjusted_at)
               values ('behind', $1, $2, 'M-1', '2020-03-30', '2020-05-02', 'electricity', 'BTC', 'USDT', 1, 1, 0, 'r', now())`,
        values: [machineId, saver.id],
      }),
    ).rejects.toThrow('2020-03-30 is kept elsewhere');
    expect((await adjust('2020-04-01', '0.5')).exit).toBe(0);
  });

  it('leave what a saver has left over of a day to the next one that earns', async () => {
    expect(await world.subscribe(saver, 'USDT', '510')).toMatchObject({ code: 200 });
    await closeUntil('2020-05-03');
    // Three days of 510 at 4.2 %, cut once: 58,684.93 a day.
    expect((await world.detail(saver, 'USDT')).totalInterest).toBe('0.176054');
    expect(await check()).toEqual([]);
  });

  it.each([
    [
      'an output with other hashrate',
      `update archive.machine_output_2020_03 set hashrate = 51 where date = '2020-03-30'`,
    ],
    ['a charge less', `delete from archive.electricity_charge_2020_03 where date = '2020-03-30'`],
    ['interest with other principal', 'update archive.coin_up_interest_2020_03 set principal = principal + 1'],
    [
      'an output of another month',
      `update archive.machine_output_2020_03 set date = '2020-02-01' where date = '2020-03-30'`,
    ],
    ['no table', 'alter table archive.coin_up_interest_2020_03 rename to other'],
  ])('are refused with %s, and stay where they are', async (_flaw, alteration) => {
    const undone = new Error('undone');
    await app.owner
      .transaction(async (dbTx) => {
        for (const table of ['machine_output', 'electricity_charge', 'coin_up_interest'])
          await dbTx.query({ text: open(`archive.${table}_2020_03`) });
        await dbTx.query({ text: alteration });
        await dbTx.query({ text: 'savepoint before_attach' });
        await expect(dbTx.query({ text: `select attach_days('2020-03-01')` })).rejects.toMatchObject({ code: 'LD005' });
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    expect(await readDaysElsewhere(app.database)).toEqual(['2020-03-01']);
  });

  it('come back before what was posted for them, as they were, and are guarded as before', async () => {
    const elsewhere = await figures();
    await expect(take('--attach-month 2020-04 --by admin')).rejects.toThrow(
      'the days of 2020-03-01 come back first: some of what was posted for them is of 2020-04-01',
    );
    await app.owner.query({
      text: 'alter table archive.machine_output_2020_03 disable trigger user; grant select on archive.machine_output_2020_03 to lode_public',
    });
    await take('--attach-days 2020-03 --by admin');
    await expect(take('--attach-days 2020-03 --by admin')).rejects.toThrow('the days of 2020-03-01 are here');
    expect(await figures()).toEqual(elsewhere);
    for (const month of ['2020-04', '2020-03']) await take(`--attach-month ${month} --by admin`);
    expect(await check()).toEqual([]);
    for (const attack of ['delete from machine_output_2020_03', 'update electricity_charge_2020_03 set owed = 0'])
      await expect(app.owner.query({ text: attack })).rejects.toThrow('is refused');
    await expect(app.database.query({ text: 'select from machine_output_2020_03' })).rejects.toMatchObject({
      code: '42501',
    });
    const { rows } = await app.owner.query<{ line: string }>({
      text: `select concat_ws(' ', action, subject) as line from audit_log where action like 'days:%' order by id`,
    });
    expect(rows.map(({ line }) => line)).toEqual([
      'days:seal-month month 2020-03-01',
      'days:seal-month month 2020-04-01',
      'days:detach-month month 2020-03-01',
      'days:attach-month month 2020-03-01',
    ]);
  });
});
