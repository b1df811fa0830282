/**
 * Proves how a machine's status follows its terms: contracts that end and are renewed, in order of time however late the clock runs;
 * ARREAR that ends with a sale, and debts that stay with the former owner.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { addMachine } from '../../../testing/machines.ts';
import { recordDay } from '../../../testing/recorded-days.ts';
import { termsCommand } from './testing/terms-fixture.ts';

let app: TestApp;
let seller: TestCustomer;
let buyer: TestCustomer;
let id: bigint;
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
});
afterAll(() => app.stop());

beforeEach(async () => {
  app.clock.set('2026-03-10T04:00:00Z');
  seller = await app.createCustomer();
  buyer = await app.createCustomer();
});

const add = async (endTime = '') => {
  const values = { machineNo: `S-${++machines}`, account: seller.account, startTime: '2026-03-09T00:00:00Z', endTime };
  id = await addMachine(app, values);
};
const set = (args: string) =>
  runCommand(
    app,
    termsCommand(app, 'terms:set'),
    `--id ${id} ${args} --by operations --approved-by approver --reason agreed`,
  );
const tickAt = async (now: string) => {
  app.clock.set(now);
  for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
};
async function log(): Promise<unknown[]> {
  const { rows } = await app.database.query<{ row: unknown[] }>({
    text: `select array[status, to_char(started_at at time zone 'UTC', 'MM-DD HH24:MI'), reason] as row
           from machine_status_period where machine_id = $1 order by seq offset 1`,
    values: [id],
  });
  return rows.map(({ row }) => row);
}
const contractEnded = async () =>
  (
    await app.database.query<{ ended: boolean }>({
      text: 'select contract_ended as ended from machine where id = $1',
      values: [id],
    })
  ).rows[0]?.ended;

describe('a contract', () => {
  it('that is renewed from the day of its end does not stop its machine', async () => {
    await add('2026-03-12T10:00:00Z');
    await set('--from 2026-03-12 --end 2027-03-12T10:00:00Z');
    await tickAt('2026-03-20T00:00:00Z');
    expect(await log()).toEqual([]);
  });

  it('that ends with a day and goes on with the next one does not stop its machine', async () => {
    await add('2026-03-12T00:00:00Z');
    await set('--from 2026-03-12 --end 2027-03-12T00:00:00Z');
    await tickAt('2026-03-12T00:00:00Z');
    expect(await log()).toEqual([]);
  });

  it('that is renewed from a later day ends at its time, also when the clock runs after both', async () => {
    await add('2026-03-12T10:00:00Z');
    await set('--from 2026-03-14 --end 2027-03-12T10:00:00Z');
    await tickAt('2026-03-20T00:00:00Z');
    expect(await log()).toEqual([['SUSPEND', '03-12 10:00', 'contractEnded']]);
    expect(await contractEnded()).toBe(false);
    expect(await app.data('machineActive', { id: String(id) }, seller.caller)).toMatchObject({ status: 'RUNNING' });
  });

  it('is over until the day of the renewal', async () => {
    await add('2026-03-12T10:00:00Z');
    await set('--from 2026-03-14 --end 2027-03-12T10:00:00Z');
    await tickAt('2026-03-13T23:59:59Z');
    expect(await contractEnded()).toBe(true);
    expect((await app.call('machineActive', { id: String(id) }, seller.caller)).code).toBe(40008);
    // The action itself repeats what is due: no tick has run.
    app.clock.set('2026-03-14T00:00:00Z');
    expect(await app.data('machineActive', { id: String(id) }, seller.caller)).toMatchObject({ status: 'RUNNING' });
  });

  it('that is renewed again with an earlier end stops its machine at that end', async () => {
    await add('2026-03-30T00:00:00Z');
    await set('--from 2026-03-12 --end 2026-03-13T08:00:00Z');
    await tickAt('2026-03-20T00:00:00Z');
    expect(await log()).toEqual([['SUSPEND', '03-13 08:00', 'contractEnded']]);
    expect(await contractEnded()).toBe(true);
  });
});

describe('a machine in ARREAR that is sold', () => {
  const owe = (customer: TestCustomer, machineId: bigint, date: string) =>
    recordDay(app.owner, date, { charges: [{ machineId, customerId: customer.id, amount: 1000n, owed: 1000n }] });
  const stop = (at: string) =>
    app.database.transaction((dbTx) =>
      app.slices.machines.enterArrear(dbTx, [id], { at: new Date(at), recordedAt: app.clock.now() }),
    );
  let date = 8;
  const nextDate = () => `2026-02-${String(++date).padStart(2, '0')}`;

  it('works from the first second of its new owner, and the former one still owes', async () => {
    await add();
    await owe(seller, id, nextDate());
    expect(await stop('2026-03-10T04:00:00Z')).toBe(1);
    await set(`--from 2026-03-12 --owner ${buyer.account}`);
    await tickAt('2026-03-11T23:59:59Z');
    expect(await log()).toHaveLength(1);
    await tickAt('2026-03-12T09:00:00Z');
    expect(await log()).toEqual([
      ['ARREAR', '03-10 04:00', 'electricityOwed'],
      ['RUNNING', '03-12 00:00', 'newOwner'],
    ]);
    const owed = { text: 'select owed from owed_electricity where customer_id = $1', values: [seller.id] };
    expect((await app.database.query(owed)).rows).toEqual([{ owed: 1000n }]);
    // The close finds the charge unpaid once more: it is no debt of the machine's owner.
    expect(await stop('2026-03-12T09:00:00Z')).toBe(0);
    expect((await app.data('machineDetail', { id: String(id) }, buyer.caller)).owed).toBe('0.000000');
  });

  it('never begins before the change was recorded', async () => {
    await add();
    await owe(seller, id, nextDate());
    await stop('2026-03-10T04:00:00Z');
    app.clock.set('2026-03-10T15:00:00Z');
    await set(`--from 2026-03-10 --owner ${buyer.account}`);
    expect(await log()).toEqual([
      ['ARREAR', '03-10 04:00', 'electricityOwed'],
      ['RUNNING', '03-10 15:00', 'newOwner'],
    ]);
  });

  it('stays where its new owner owes as well, until he has paid', async () => {
    await add();
    const sold = id;
    await add();
    await owe(buyer, id, nextDate());
    id = sold;
    await owe(seller, id, nextDate());
    await stop('2026-03-10T04:00:00Z');
    await set(`--from 2026-03-11 --owner ${buyer.account}`);
    await tickAt('2026-03-11T00:00:00Z');
    expect(await log()).toHaveLength(1);
    await app.owner.query({
      text: 'update electricity_charge set owed = 0, paid_prepaid = amount where customer_id = $1',
      values: [buyer.id],
    });
    await app.database.transaction((dbTx) => app.slices.machines.leaveArrear(dbTx, [buyer.id], app.clock.now()));
    expect(await log()).toEqual([
      ['ARREAR', '03-10 04:00', 'electricityOwed'],
      ['RUNNING', '03-11 00:00', 'electricityPaid'],
    ]);
  });

  it('runs again, when the sale is taken back, from then on and not for the time in which it stood', async () => {
    await add();
    const sold = id;
    await add();
    await owe(buyer, id, nextDate());
    id = sold;
    await owe(seller, id, nextDate());
    await stop('2026-03-10T04:00:00Z');
    await set(`--from 2026-03-11 --owner ${buyer.account}`);
    await tickAt('2026-03-11T00:00:00Z');
    await app.owner.query({
      text: 'update electricity_charge set owed = 0, paid_prepaid = amount where customer_id = $1',
      values: [seller.id],
    });
    app.clock.set('2026-03-11T13:00:00Z');
    expect(await set('--from 2026-03-11 --cancel')).toMatchObject({ exit: 0 });
    expect(await log()).toEqual([
      ['ARREAR', '03-10 04:00', 'electricityOwed'],
      ['RUNNING', '03-11 13:00', 'newOwner'],
    ]);
  });
});

describe('a renewal that is taken back', () => {
  it('ends the contract again in the first open day, when it was over in a closed one', async () => {
    await add('2026-03-22T10:00:00Z');
    await tickAt('2026-03-22T12:00:00Z');
    await recordDay(app.owner, '2026-03-22');
    app.clock.set('2026-03-23T04:00:00Z');
    expect(await set('--from 2026-03-23 --end none')).toMatchObject({ exit: 0 });
    expect(await contractEnded()).toBe(false);
    expect(await set('--from 2026-03-23 --cancel')).toMatchObject({ exit: 0 });
    expect(await contractEnded()).toBe(true);
    expect(await log()).toEqual([
      ['SUSPEND', '03-22 10:00', 'contractEnded'],
      ['SUSPEND', '03-23 00:00', 'contractEnded'],
    ]);
  });
});
