/**
 * Proves what a customer and an operator can do with machines through the real app on a real PostgreSQL: every move of
 * the table lands in the log with who, when and why, everything else is refused and changes nothing, the clock's moves
 * carry their nominal times, and no customer reaches another customer's machine.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { changeByOperator } from './change-status.ts';
import type { MachineStatus } from './machine-state.ts';

const now = '2026-03-10T04:00:00.000Z';

let app: TestApp;
let owner: TestCustomer;
let stranger: TestCustomer;
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now });
  owner = await app.createCustomer();
  stranger = await app.createCustomer();
});
afterAll(() => app.stop());

const newMachine = (values: Parameters<typeof addMachine>[1] = {}, customer = owner) =>
  addMachine(app, { machineNo: `T-${++machines}`, account: customer.account, ...values });

function log(machineId: bigint) {
  return app.owner
    .query<{ from: string | null; to: string; start: Date; end: Date | null; by: string; reason: string }>({
      text: `select from_status as "from", status as "to", started_at as start, ended_at as end, by, reason
             from machine_status_period where machine_id = $1 order by seq`,
      values: [machineId],
    })
    .then(({ rows }) => rows);
}

const operate = (machineId: bigint, to: MachineStatus | null, at = app.clock.now()) =>
  app.database.transaction((dbTx) =>
    changeByOperator(dbTx, { machineId, to, staffName: 'finance', reason: '风扇故障', now: at }),
  );

const statusOf = async (machineId: bigint) =>
  (await app.data('machineDetail', { id: String(machineId) }, owner.caller)).status;

/** Puts a machine where a test wants it, by moves that are allowed. */
async function machineIn(status: MachineStatus): Promise<bigint> {
  if (status === 'WAITING' || status === 'ENCAPSULATION') {
    const id = await newMachine({ startTime: '2026-04-01T00:00:00Z' });
    if (status === 'ENCAPSULATION') await operate(id, 'ENCAPSULATION');
    return id;
  }
  const id = await newMachine();
  if (status === 'ARREAR') {
    const times = { at: app.clock.now(), recordedAt: app.clock.now() };
    await app.database.transaction((dbTx) => app.slices.machines.enterArrear(dbTx, [id], times));
  } else if (status !== 'RUNNING') await operate(id, status);
  return id;
}

describe('machineActive and machineSuspend', () => {
  it('stops and starts a machine and logs who, when and why [call:POST /api/user/machine/suspend] [call:POST /api/user/machine/active] [state:machine.SUSPEND] [state:machine.RUNNING]', async () => {
    const id = await newMachine();
    app.clock.advance({ minutes: 5 });
    const suspended = await app.data('machineSuspend', { id: String(id) }, owner.caller);
    expect(suspended).toMatchObject({ status: 'SUSPEND', suspendTime: app.clock.now().toISOString() });

    app.clock.advance({ hours: 1 });
    const active = await app.data('machineActive', { id: String(id) }, owner.caller);
    expect(active).toMatchObject({ status: 'RUNNING', lastRunningTime: app.clock.now().toISOString() });

    const periods = await log(id);
    expect(periods.map(({ from, to, by }) => [from, to, by])).toEqual([
      [null, 'RUNNING', 'import'],
      ['RUNNING', 'SUSPEND', 'customer'],
      ['SUSPEND', 'RUNNING', 'customer'],
    ]);
    // No gap and no overlap: seconds are counted from these alone.
    expect(periods[0]?.end).toEqual(periods[1]?.start);
    expect(periods[1]?.end).toEqual(periods[2]?.start);
    expect(periods[2]?.end).toBeNull();
  });

  it('refuses what the table refuses and changes nothing [code:40008]', async () => {
    const allowed = new Set([
      'RUNNING machineSuspend',
      'SUSPEND machineActive',
      'ARREAR machineSuspend',
      'ARREAR machineActive',
    ]);
    for (const status of ['WAITING', 'RUNNING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'] as const)
      for (const call of ['machineActive', 'machineSuspend'] as const) {
        const id = await machineIn(status);
        const before = await log(id);
        const reply = await app.call(call, { id: String(id) }, owner.caller);
        if (allowed.has(`${status} ${call}`)) {
          expect(reply.code, `${status} ${call}`).toBe(200);
        } else {
          expect(reply, `${status} ${call}`).toMatchObject({ code: 40008, data: { reason: 'STATUS', status } });
          expect(await log(id)).toEqual(before);
        }
      }
  });

  it("answers another customer's machine like one that does not exist", async () => {
    const id = await newMachine();
    for (const call of ['machineDetail', 'machineActive', 'machineSuspend'] as const)
      for (const wrong of [String(id), '999999', '0', 'x', '99999999999999999999']) {
        const reply = await app.call(call, { id: wrong }, stranger.caller);
        expect(reply).toMatchObject({ status: 404, code: 404, data: null });
      }
    expect(await log(id)).toHaveLength(1);
  });

  it('lets one of many impatient clicks through', async () => {
    const id = await newMachine();
    const clicks = Array.from({ length: 8 }, () => app.call('machineSuspend', { id: String(id) }, owner.caller));
    const codes = (await Promise.all(clicks)).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(await log(id)).toHaveLength(2);
  });

  it('makes the moves that are due of this machine first, and of no other', async () => {
    const neighbour = await app.createCustomer();
    const early = app.clock.now();
    app.clock.set('2026-03-10T00:00:00.000Z');
    const mine = await newMachine({ startTime: '2026-03-10T02:00:00Z' });
    const theirs = await newMachine({ startTime: '2026-03-10T02:00:00Z' }, neighbour);
    const ended = await newMachine({ startTime: '2026-03-09T00:00:00Z', endTime: '2026-03-10T03:00:00Z' });
    app.clock.set(early);
    const suspended = await app.data('machineSuspend', { id: String(mine) }, owner.caller);
    expect(suspended).toMatchObject({ status: 'SUSPEND', lastRunningTime: '2026-03-10T02:00:00.000Z' });
    expect((await log(mine)).map(({ to, by }) => [to, by])).toEqual([
      ['WAITING', 'import'],
      ['RUNNING', 'clock'],
      ['SUSPEND', 'customer'],
    ]);
    expect((await log(theirs)).at(-1)).toMatchObject({ to: 'WAITING' });
    expect(await app.call('machineActive', { id: String(ended) }, owner.caller)).toMatchObject({
      code: 40008,
      data: { reason: 'CONTRACT_OVER', status: 'SUSPEND' },
    });
    expect((await log(ended)).at(-1)).toMatchObject({
      to: 'SUSPEND',
      by: 'clock',
      start: new Date('2026-03-10T03:00Z'),
    });
  });

  it('keeps a machine off while electricity is owed, and after its contract', async () => {
    const debtor = await app.createCustomer();
    const id = await newMachine({ startTime: '2026-03-01T00:00:00Z' }, debtor);
    await app.data('machineSuspend', { id: String(id) }, debtor.caller);
    await app.owner.query({
      text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
             values ($1, '2026-03-01', $2, 'T', 'BTC', 86400, 1975, 0.045, 100, 100)`,
      values: [id, debtor.id],
    });
    const owed = await app.call('machineActive', { id: String(id) }, debtor.caller);
    expect(owed).toMatchObject({ code: 40008, data: { reason: 'ELECTRICITY_OWED' } });

    const over = await newMachine({ endTime: '2026-03-05T12:00:00Z' });
    for (const name of ['machineSuspend', 'machineActive'] as const) {
      const reply = await app.call(name, { id: String(over) }, owner.caller);
      expect(reply).toMatchObject({ code: 40008 });
      await app.slices.machines.runClock(app.clock.now(), app.clock.now());
      expect(await statusOf(over)).toBe('SUSPEND');
    }
  });
});

describe('the operator', () => {
  it('makes every move of the table and no other [state:machine.transitions] [state:machine.REPAIR] [state:machine.ENCAPSULATION]', async () => {
    const allowed = new Set([
      'WAITING ENCAPSULATION',
      'WAITING RUNNING',
      'ENCAPSULATION RUNNING',
      'RUNNING SUSPEND',
      'SUSPEND RUNNING',
      'RUNNING REPAIR',
      'SUSPEND REPAIR',
      'REPAIR RUNNING',
      'REPAIR SUSPEND',
    ]);
    const statuses = ['WAITING', 'RUNNING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'] as const;
    for (const from of statuses)
      for (const to of statuses) {
        const id = await machineIn(from);
        const result = await operate(id, to);
        expect(result.outcome, `${from} ${to}`).toBe(allowed.has(`${from} ${to}`) ? 'changed' : 'refused');
        expect(await statusOf(id), `${from} ${to}`).toBe(result.outcome === 'changed' ? to : from);
      }
  });

  it('brings a machine back from repair to where it was', async () => {
    for (const before of ['RUNNING', 'SUSPEND'] as const) {
      const id = await machineIn(before);
      await operate(id, 'REPAIR');
      expect(await operate(id, null)).toMatchObject({ outcome: 'changed', from: 'REPAIR', to: before });
      const detail = await app.data('machineDetail', { id: String(id) }, owner.caller);
      expect(detail.repairTime).toBe(app.clock.now().toISOString());
      expect(detail.statusLog[1]).toMatchObject({ to: 'REPAIR', reason: '风扇故障' });
    }
  });

  it('takes a machine into repair and back after its contract, but not to work', async () => {
    const id = await newMachine({ endTime: '2026-03-12T00:00:00Z' });
    const over = new Date('2026-03-13T00:00:00Z');
    await app.slices.machines.runClock(over, over);
    expect(await operate(id, 'REPAIR', over)).toMatchObject({ outcome: 'changed', from: 'SUSPEND' });
    expect(await operate(id, 'RUNNING', over)).toMatchObject({ outcome: 'refused', refusal: 'CONTRACT_OVER' });
    expect(await operate(id, null, over)).toMatchObject({ outcome: 'changed', to: 'SUSPEND' });
  });

  it('dates nothing before the last move', async () => {
    const id = await newMachine();
    const tooEarly = new Date('2026-02-28T00:00:00Z');
    expect(await operate(id, 'SUSPEND', tooEarly)).toMatchObject({ outcome: 'refused', refusal: 'DATE' });
  });
});

describe('the clock', () => {
  it('starts a waiting machine and ends a contract at their nominal times, however late it runs [state:machine.WAITING] [entity:machine-times]', async () => {
    const id = await newMachine({ startTime: '2026-03-11T00:00:00Z', endTime: '2026-03-12T12:00:00Z' });
    const waiting = await app.data('machineDetail', { id: String(id) }, owner.caller);
    expect(waiting).toMatchObject({ status: 'WAITING', expectedRunningTime: '2026-03-11T00:00:00.000Z' });

    const late = new Date('2026-03-20T09:00:00Z');
    await app.slices.machines.runClock(late, late);
    const done = await app.data('machineDetail', { id: String(id) }, owner.caller);
    expect(done).toMatchObject({
      status: 'SUSPEND',
      contractEnded: true,
      lastRunningTime: '2026-03-11T00:00:00.000Z',
      suspendTime: '2026-03-12T12:00:00.000Z',
    });
    expect(done.statusLog.map(({ to, reason }) => [to, reason])).toEqual([
      ['SUSPEND', '合约到期'],
      ['RUNNING', '到达预计启动时间'],
      ['WAITING', '已登记，等待上架'],
    ]);
    expect(await app.slices.machines.runClock(late, late)).toBe(0);
  });

  it('ends a contract wherever the machine stands', async () => {
    for (const status of ['WAITING', 'RUNNING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'] as const) {
      const id = await machineIn(status);
      const imported = (await app.data('machineDetail', { id: String(id) }, owner.caller)).statusLog.at(-1);
      expect(imported?.reason, status).toBe(imported?.to === 'WAITING' ? '已登记，等待上架' : '已登记');
      await app.owner.query({ text: `update machine set end_time = '2026-04-02' where id = $1`, values: [id] });
      const end = new Date('2026-04-02T00:00:00Z');
      await app.slices.machines.runClock(end, end);
      const detail = await app.data('machineDetail', { id: String(id) }, owner.caller);
      expect(detail, status).toMatchObject({ status: 'SUSPEND', contractEnded: true, wantedStatus: null });
    }
  });

  it('is not doubled by two runs at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => newMachine({ startTime: '2026-05-01T00:00:00Z' })));
    const due = new Date('2026-05-02T00:00:00Z');
    await Promise.all([1, 2, 3].map(() => app.slices.machines.runClock(due, due)));
    for (const id of ids) expect(await log(id)).toHaveLength(2);
  });
});

describe('arrears', () => {
  it('stops running machines only, at the nominal time or the start of their run [state:machine.ARREAR]', async () => {
    const nominal = new Date('2026-03-03T06:00:00Z');
    const recordedAt = app.clock.now();
    const since = await newMachine();
    const later = await newMachine();
    await operate(later, 'SUSPEND');
    await operate(later, 'RUNNING');
    const off = await machineIn('SUSPEND');
    const stopped = await app.database.transaction((dbTx) =>
      app.slices.machines.enterArrear(dbTx, [since, later, off], { at: nominal, recordedAt }),
    );
    expect(stopped).toBe(2);
    expect((await log(since)).at(-1)).toMatchObject({ to: 'ARREAR', start: nominal, by: 'close' });
    expect((await log(later)).at(-1)).toMatchObject({ to: 'ARREAR', start: recordedAt });
    expect(await statusOf(off)).toBe('SUSPEND');
  });

  it('sends a machine that comes back from repair to ARREAR while electricity is owed, and the payment starts it', async () => {
    const customer = await app.createCustomer();
    const id = await newMachine({ startTime: '2026-03-02T00:00:00Z' }, customer);
    await operate(id, 'REPAIR');
    await app.owner.query({
      text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
             values ($1, '2026-03-02', $2, 'R', 'BTC', 86400, 1975, 0.045, 100, 100)`,
      values: [id, customer.id],
    });
    await operate(id, 'RUNNING');
    expect((await log(id)).at(-1)).toMatchObject({ to: 'ARREAR' });
    await app.owner.query({
      text: 'update electricity_charge set owed = 0, waived = 100 where machine_id = $1',
      values: [id],
    });
    await app.database.transaction((dbTx) => app.slices.machines.leaveArrear(dbTx, [customer.id], app.clock.now()));
    expect((await log(id)).at(-1)).toMatchObject({ to: 'RUNNING', by: 'payment' });
  });

  it('lets machines go back to work once nothing is owed, or to SUSPEND where that was asked for', async () => {
    const customer = await app.createCustomer();
    const working = await newMachine({ startTime: '2026-03-02T00:00:00Z' }, customer);
    const resting = await newMachine({ startTime: '2026-03-02T00:00:00Z' }, customer);
    const at = app.clock.now();
    await app.database.transaction((dbTx) =>
      app.slices.machines.enterArrear(dbTx, [working, resting], { at, recordedAt: at }),
    );
    const stored = await app.data('machineSuspend', { id: String(resting) }, customer.caller);
    expect(stored).toMatchObject({ status: 'ARREAR', wantedStatus: 'SUSPEND' });
    await app.data('machineSuspend', { id: String(working) }, customer.caller);
    const regretted = await app.data('machineActive', { id: String(working) }, customer.caller);
    expect(regretted).toMatchObject({ status: 'ARREAR', wantedStatus: 'RUNNING' });

    const charge = [working, customer.id];
    await app.owner.query({
      text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
             values ($1, '2026-03-02', $2, 'T', 'BTC', 86400, 1975, 0.045, 100, 100)`,
      values: charge,
    });
    const leave = () =>
      app.database.transaction((dbTx) => app.slices.machines.leaveArrear(dbTx, [customer.id], app.clock.now()));
    expect(await leave()).toBe(0);
    await app.owner.query({
      text: 'update electricity_charge set owed = 0, paid_prepaid = amount where machine_id = $1',
      values: [working],
    });
    expect(await leave()).toBe(2);

    const list = await app.data('machinePage', {}, customer.caller);
    expect(list.records.map(({ status, wantedStatus }) => [status, wantedStatus])).toEqual([
      ['SUSPEND', null],
      ['RUNNING', null],
    ]);
    expect((await log(working)).at(-1)).toMatchObject({ by: 'payment', reason: 'electricityPaid' });
  });
});

describe('the log', () => {
  it('cannot be rewritten by the running server, not even by its owner', async () => {
    const id = await newMachine({ startTime: '2026-03-09T00:00:00Z' });
    await operate(id, 'SUSPEND');
    const rewrite = {
      text: `update machine_status_period set ended_at = now() where machine_id = $1 and seq = 1`,
      values: [id],
    };
    await expect(app.owner.query(rewrite)).rejects.toThrow(/not rewritten/);
    await expect(app.database.query({ text: 'delete from machine_status_period' })).rejects.toThrow(
      /permission denied/,
    );
  });
});
