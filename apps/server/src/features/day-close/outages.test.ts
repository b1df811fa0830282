/**
 * Proves that a status can be dated back in open mining days alone: the golden case of `docs/golden/outages.md`, what is kept of the log,
 * who may do it, and that no role changes the log of a day whose close has begun.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { approveProposal, opsCommand } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { awaitLockWaiters } from '../../testing/lock-waiters.ts';
import { addMachine } from '../../testing/machines.ts';
import { addNetworkDay, giveMoney, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
let customer: TestCustomer;
const ids = new Map<string, bigint>();
const outage = '--from 2020-03-01T12:00:00Z --to 2020-03-02T12:00:00Z --status REPAIR';
const two = '--by operations --approved-by approver --reason 机房停电';

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-27T06:00:00Z', max: 8 });
  await addStaff(app);
  customer = await app.createCustomer();
  for (const machineNo of ['M-1', 'M-2', 'M-3', 'M-4', 'M-5']) {
    const values = {
      machineNo,
      account: customer.account,
      site: machineNo === 'M-5' ? 'S2' : 'S1',
      electricityPrice: machineNo === 'M-5' ? '0.03' : '0.045',
      startTime: '2020-01-01T00:00:00Z',
      endTime: machineNo === 'M-3' ? '2020-03-01T18:00:00Z' : '',
    };
    ids.set(machineNo, await addMachine(app, values));
  }
  await giveMoney(app.database, customer.id, 'ELE_ACCOUNT', 100_000_000n, '2020-02-27T06:00:00Z');
  for (const date of ['2020-02-29', '2020-03-01', '2020-03-02', '2020-03-03'])
    await addNetworkDay(app.owner, { ...realDay, date });
});
afterAll(() => app.stop());

const ops = (name: string, args: string) => runCommand(app, opsCommand(app, name), args);
const record = (args: string) => ops('outage:record', args);
const close = (date: string) => {
  app.clock.set(`${addDays(date, 1)}T13:00:00Z`);
  return app.slices.dayClose.closeMining(date, app.clock.now());
};
const idOf = (machineNo: string) => ids.get(machineNo) as bigint;

async function log(machineNo: string, after = '2020-03-01') {
  const { rows } = await app.database.query<{ row: string }>({
    text: `select concat_ws(' ', seq, coalesce(from_status, 'none'), status, to_char(started_at at time zone 'UTC', 'MM-DD HH24:MI'), by) as row
           from machine_status_period where machine_id = $1 and started_at >= $2 order by seq`,
    values: [idOf(machineNo), after],
  });
  return rows.map(({ row }) => row);
}

async function secondsOf(date: string) {
  const { rows } = await app.database.query<{ row: unknown[] }>({
    text: `select jsonb_build_array(charge.machine_no, charge.running_seconds, net, amount) as row
           from electricity_charge charge join machine_output output using (machine_id, date)
           where date = $1 order by charge.machine_no`,
    values: [date],
  });
  return rows.map(({ row }) => row);
}

const half = [43_200, 39_223, 1_066_500];

describe('an outage of a site in open days', () => {
  it('is previewed machine by machine, recorded by two people, and kept in the log', async () => {
    expect(await close('2020-02-29')).toMatchObject({ outcome: 'closed' });
    expect(await ops('terms:set', `--id ${idOf('M-4')} --from 2020-03-02 --site S2 ${two}`)).toMatchObject({ exit: 0 });
    app.clock.set('2020-03-01T18:00:00Z');
    await app.call('machineSuspend', { id: String(idOf('M-2')) }, customer.caller);
    app.clock.set('2020-03-02T06:00:00Z');
    await app.call('machineActive', { id: String(idOf('M-2')) }, customer.caller);
    app.clock.set('2020-03-02T13:00:00Z');

    const before = await log('M-1', '2020-01-01');
    const proposed = await record(`--site S1 ${outage} --by operations --reason 机房停电`);
    expect(proposed.printed[0]).toMatch(
      /^proposed as \d+: site S1: REPAIR from 2020-03-01T12:00:00.000Z to 2020-03-02T12:00:00.000Z; 4 of 4 machines ran 194400 s less than the log said; M-1: 86400 s less; M-2: 43200 s less; M-4: 43200 s less; M-3: 21600 s less$/,
    );
    expect(await log('M-1', '2020-01-01')).toEqual(before);
    expect(await approveProposal(app, proposed)).toMatchObject({ exit: 0 });

    expect(await log('M-1')).toEqual([
      '2 RUNNING REPAIR 03-01 12:00 staff:operations',
      '3 REPAIR RUNNING 03-02 12:00 staff:operations',
    ]);
    expect(await log('M-2')).toEqual([
      '2 RUNNING REPAIR 03-01 12:00 staff:operations',
      '3 REPAIR SUSPEND 03-01 18:00 customer',
      '4 SUSPEND REPAIR 03-02 06:00 staff:operations',
      '5 REPAIR RUNNING 03-02 12:00 staff:operations',
    ]);
    expect(await log('M-3')).toEqual([
      '2 RUNNING REPAIR 03-01 12:00 staff:operations',
      '3 REPAIR SUSPEND 03-01 18:00 clock',
    ]);
    expect(await log('M-4')).toEqual([
      '2 RUNNING REPAIR 03-01 12:00 staff:operations',
      '3 REPAIR RUNNING 03-02 00:00 staff:operations',
    ]);
    expect(await log('M-5')).toEqual([]);
    const list = await ops('outage:list', '--site S1');
    expect(list.printed[0]).toMatch(/site S1: REPAIR .* 4 machines, staff:operations and staff:approver: 机房停电$/);
  });

  it('keeps what it replaced, and the same again changes nothing', async () => {
    const { rows } = await app.database.query<{ row: string }>({
      text: `select concat_ws(' ', kept.seq, kept.status, to_char(kept.started_at at time zone 'UTC', 'MM-DD HH24:MI'), kept.by) as row
             from superseded_status_period kept where machine_id = $1 order by superseded_by, seq`,
      values: [idOf('M-2')],
    });
    expect(rows.map(({ row }) => row)).toEqual([
      '1 RUNNING 01-01 00:00 import',
      '2 SUSPEND 03-01 18:00 customer',
      '3 RUNNING 03-02 06:00 customer',
    ]);
    expect(await record(`--site S1 ${outage} ${two}`)).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('nothing changes: none of the machines was RUNNING in that time')],
    });
    for (const text of ['update superseded_status_period set status = status', 'delete from status_correction'])
      await expect(app.owner.query({ text })).rejects.toThrow(/is refused/);
    for (const text of [
      'delete from machine_status_period where machine_id = $1 and seq = 3',
      `update machine_status_period set reason = 'x' where machine_id = $1 and seq = 3`,
    ])
      await expect(app.owner.query({ text, values: [idOf('M-1')] })).rejects.toThrow(/is not rewritten/);
  });

  it('counts in the closes of its days', async () => {
    expect(await close('2020-03-01')).toMatchObject({ outcome: 'closed' });
    expect(await secondsOf('2020-03-01')).toEqual([
      ...['M-1', 'M-2', 'M-3', 'M-4'].map((machineNo) => [machineNo, ...half]),
      ['M-5', 86_400, 78_446, 1_422_000],
    ]);
  });
});

describe('a day whose close has begun', () => {
  it('is refused by name, also to a proposal that was made before', async () => {
    const late = '--from 2020-03-02T12:30:00Z --to 2020-03-02T13:00:00Z --status SUSPEND';
    const proposed = await record(`--machine ${idOf('M-1')} ${late} --by operations --reason 检修`);
    expect(await close('2020-03-02')).toMatchObject({ outcome: 'closed' });
    expect(await secondsOf('2020-03-02')).toEqual([
      ['M-1', ...half],
      ['M-2', ...half],
      ['M-4', 86_400, 78_446, 1_422_000],
      ['M-5', 86_400, 78_446, 1_422_000],
    ]);
    expect(await approveProposal(app, proposed)).toMatchObject({
      exit: 1,
      failed: [
        expect.stringContaining('mining day 2020-03-02 is closed (days are closed up to 2020-03-02): record it from'),
      ],
    });
  });

  it('is changed by no role, and by no SQL', async () => {
    const machineId = idOf('M-5');
    const wrong = [
      `insert into machine_status_period (machine_id, started_at, ended_at, seq, status, by, reason, recorded_at)
         values ($1, '2020-03-02 06:00Z', '2020-03-02 07:00Z', 7, 'REPAIR', 'x', 'x', now())`,
      `update machine_status_period set ended_at = '2020-03-02 06:00Z' where machine_id = $1 and ended_at is null`,
      `update machine_status_period set status = 'REPAIR' where machine_id = $1`,
      `delete from machine_status_period where machine_id = $1`,
      `with at_once as (delete from machine_status_period where machine_id = $1 returning *)
         insert into machine_status_period select * from at_once`,
      `select record_status_correction(null, $1, '2020-03-02 06:00Z', '2020-03-02 07:00Z', 'REPAIR', 'x', 'y', 'x', '2020-03-03 13:00Z')`,
    ];
    for (const text of wrong)
      await expect(app.owner.query({ text, values: [machineId] })).rejects.toThrow(
        /close.* has begun|is not rewritten/,
      );
    await expect(app.owner.query({ text: 'truncate machine_status_period' })).rejects.toThrow(/is refused/);
    expect(await log('M-5', '2020-01-01')).toEqual(['1 none RUNNING 01-01 00:00 import']);
  });

  it('is not changed even where a copy was kept of what stood', async () => {
    const machineId = idOf('M-5');
    const evidence = `insert into superseded_status_period
      select (select max(id) from status_correction), machine_id, seq, started_at, ended_at, from_status, status, by, reason, recorded_at, correction_id from machine_status_period where machine_id = $1`;
    for (const text of [
      `update machine_status_period set status = 'REPAIR' where machine_id = $1`,
      `delete from machine_status_period where machine_id = $1`,
    ])
      await expect(
        app.owner.transaction(async (dbTx) => {
          await dbTx.query({ text: evidence, values: [machineId] });
          await dbTx.query({ text, values: [machineId] });
        }),
      ).rejects.toThrow(/would change in a mining day whose close has begun/);
  });

  it('waits for a close that begins, and is refused then', async () => {
    app.clock.set('2020-03-04T05:00:00Z');
    const late = '--from 2020-03-03T06:00:00Z --to 2020-03-03T07:00:00Z --status REPAIR';
    const recording = await app.owner.transaction(async (closing) => {
      await closing.query({
        text: `insert into day_close (kind, date, started_at, inputs) values ('mining', '2020-03-03', now(), '{}')`,
      });
      const answer = record(`--machine ${idOf('M-1')} ${late} ${two}`);
      await awaitLockWaiters(app.owner, 1, 'relation');
      return { answer };
    });
    expect(await recording.answer).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('2020-03-03 is closed')],
    });
    expect(await log('M-1', '2020-03-03')).toEqual([]);
    await app.owner.query({ text: `delete from day_close where date = '2020-03-03'` });
  });
});

describe('an outage of one machine', () => {
  const now = '2020-03-03T13:00:00Z';
  const status = async (machineNo: string) => {
    const { rows } = await app.database.query<{ row: unknown[] }>({
      text: `select jsonb_build_array(status, status_since, repair_time) as row from machine where id = $1`,
      values: [idOf(machineNo)],
    });
    return rows[0]?.row;
  };

  it('that lasts leaves the machine where it stands; staff end it', async () => {
    app.clock.set(now);
    const args = `--machine ${idOf('M-1')} --from 2020-03-03T10:00:00Z --to open --status REPAIR ${two}`;
    expect(await record(args)).toMatchObject({ exit: 0, printed: [expect.stringContaining('10800 s less')] });
    const began = '2020-03-03T10:00:00+00:00';
    expect(await status('M-1')).toEqual(['REPAIR', began, began]);
    const back = await ops('machine:status', `--id ${idOf('M-1')} --by operations --reason 恢复供电`);
    expect(back.printed).toEqual([`machine ${idOf('M-1')}: REPAIR → RUNNING`]);
  });

  it('is taken back by the time that it ran', async () => {
    app.clock.set(now);
    const args = `--machine ${idOf('M-1')} --from 2020-03-03T10:00:00Z --to ${now} --status RUNNING`;
    expect(await record(`${args} ${two}`)).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('10800 s more')],
    });
    expect((await log('M-1', '2020-03-03')).map((row) => row.split(' ')[2])).toEqual(['RUNNING', 'RUNNING']);
    expect(await record(`--machine ${idOf('M-2')} ${args.slice(args.indexOf('--from'))} ${two}`)).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('staff had stopped none')],
    });
  });

  it.each([
    ['--machine 99999999 --from 2020-03-03T10:00:00Z --to open --status REPAIR', 1, 'there is no machine 99999999'],
    ['--site nowhere --from 2020-03-03T10:00:00Z --to open --status REPAIR', 1, 'site nowhere is unknown'],
    ['--machine 1 --site S1 --from 2020-03-03T10:00:00Z --to open --status REPAIR', 2, 'one of them'],
    ['--site S1 --from 2020-03-03T10:00:00Z --to open --status ARREAR', 2, 'must be one of'],
    ['--site S1 --from 2020-03-03T10:00:00Z --to open --status RUNNING', 1, 'needs an end'],
    ['--site S1 --from 2020-03-03T14:00:00Z --to open --status REPAIR', 1, 'lies ahead'],
    ['--site S1 --from 2020-03-03T10:00:00Z --to 2020-03-03T14:00:00Z --status REPAIR', 1, 'lies ahead'],
    ['--site S1 --from 2020-03-03T10:00:00Z --to 2020-03-03T10:00:00Z --status REPAIR', 1, 'is not after'],
  ])('%s is refused', async (args, exit, reason) => {
    app.clock.set(now);
    expect(await record(`${args} ${two}`)).toMatchObject({ exit, failed: [expect.stringContaining(reason)] });
  });

  it.each(['support', 'approver', 'admin', 'auditor'])('is not proposed by %s', async (name) => {
    app.clock.set(now);
    const args = `--site S1 --from 2020-03-03T10:00:00Z --to open --status REPAIR --by ${name} --reason x`;
    expect(await record(args)).toMatchObject({ exit: 1 });
  });
});

it('leaves books and logs that balance', async () => {
  const { machines, dayClose } = app.slices;
  await assertBooksBalance(app.database, [...machines.bookChecks, ...machines.replays, ...dayClose.bookChecks]);
});
