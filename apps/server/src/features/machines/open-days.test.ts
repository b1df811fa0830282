/**
 * Proves that no move of a machine is dated into a day whose close has begun: not when the close begins while another transaction
 * clicks, and not when the product's clock was set back; and that the log tells when a move was written down.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { openAsAdmin } from '../../testing/harness.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

const lastSecond = '2026-03-10T23:59:59.000Z';
const nextDay = new Date('2026-03-11T00:00:00.000Z');

let app: TestApp;
let customer: TestCustomer;
let machineId: bigint;
let machines = 0;
let admin: Database;

beforeAll(async () => {
  app = await startTestApp({ now: lastSecond, max: 6 });
  admin = await openAsAdmin(app.databaseUrl);
});
afterAll(async () => {
  await admin.end();
  await app.stop();
});

beforeEach(async () => {
  customer = await app.createCustomer();
  app.clock.set(nextDay);
  machineId = await addMachine(app, {
    machineNo: `O-${++machines}`,
    account: customer.account,
    startTime: '2026-03-11T01:00:00Z',
  });
  app.clock.set(lastSecond);
  await standsIn('RUNNING', '2026-03-09T00:00:00Z');
});

/** The machine has stood so since before the day in question: written past the guards of the log. */
async function standsIn(status: string, since: string): Promise<void> {
  await admin.transaction(async (dbTx) => {
    await dbTx.query({ text: 'set local session_replication_role = replica' });
    await dbTx.query({
      text: 'update machine_status_period set started_at = $2, status = $3, recorded_at = $2 where machine_id = $1',
      values: [machineId, since, status],
    });
    await dbTx.query({
      text: 'update machine set status = $3, status_since = $2, expected_running_time = null where id = $1',
      values: [machineId, since, status],
    });
  });
}

const lastPeriod = async () =>
  (
    await app.owner.query<{ status: string; start: Date; recordedAt: Date }>({
      text: `select status, started_at as start, recorded_at as "recordedAt" from machine_status_period
             where machine_id = $1 order by seq desc limit 1`,
      values: [machineId],
    })
  ).rows[0];

/** Resolves as soon as a connection of this database waits for a lock on day_close. */
async function aConnectionWaits(): Promise<void> {
  for (;;) {
    const { rows } = await app.owner.query({
      text: `select from pg_locks join pg_database on pg_database.oid = database
             where datname = current_database() and not granted and relation = 'day_close'::regclass`,
    });
    if (rows.length > 0) return;
    await delay(5);
  }
}

describe('a move while a close begins', () => {
  it('is not dated into the day that is being closed', async () => {
    const clicked = await app.owner.transaction(async (closing) => {
      await closing.query({
        text: `insert into day_close (kind, date, started_at, inputs) values ('mining', '2026-03-10', now(), '{}')`,
      });
      const click = app.call('machineSuspend', { id: String(machineId) }, customer.caller);
      await Promise.race([click, aConnectionWaits()]);
      return { click };
    });
    expect(await clicked.click).toMatchObject({ code: 40008, data: { reason: 'DATE', status: 'RUNNING' } });
    expect(await lastPeriod()).toMatchObject({ status: 'RUNNING' });
  });
});

describe('a machine that leaves ARREAR', () => {
  const stop = (at: Date) =>
    app.database.transaction((dbTx) => app.slices.machines.enterArrear(dbTx, [machineId], { at, recordedAt: at }));
  const leave = (at: Date, recordedAt?: Date) =>
    app.database.transaction((dbTx) => app.slices.machines.leaveArrear(dbTx, [customer.id], at, recordedAt));

  it('begins its run in the first open day, although the clock says a sealed one', async () => {
    await standsIn('ARREAR', '2026-03-10T06:00:00Z');
    expect(await leave(new Date(lastSecond))).toBe(1);
    expect(await lastPeriod()).toMatchObject({ status: 'RUNNING', start: nextDay });
  });

  it('is suspended at once where its contract ended before that day', async () => {
    await app.owner.query({
      text: `update machine set start_time = '2026-03-01', end_time = $2 where id = $1`,
      values: [machineId, nextDay],
    });
    await standsIn('ARREAR', '2026-03-10T06:00:00Z');
    expect(await leave(new Date(lastSecond))).toBe(1);
    expect(await lastPeriod()).toMatchObject({ status: 'SUSPEND', start: nextDay });
  });

  it('keeps the nominal time and the time of writing apart', async () => {
    const nominal = new Date('2026-03-11T06:00:00Z');
    const written = new Date('2026-03-14T09:00:00Z');
    await stop(nextDay);
    expect(await leave(nominal, written)).toBe(1);
    expect(await lastPeriod()).toMatchObject({ status: 'RUNNING', start: nominal, recordedAt: written });
  });

  it('works again at the time of the payment where no close stands against it', async () => {
    await recordDay(app.owner, '2026-03-11');
    const paid = new Date('2026-03-12T10:00:00Z');
    await stop(paid);
    expect(await leave(paid)).toBe(1);
    expect(await lastPeriod()).toMatchObject({ status: 'RUNNING', start: paid, recordedAt: paid });
  });
});
