/**
 * Proves the grace rule and its end: a charge that is unpaid when the next day closes stops its machine at the nominal
 * time, hours and outputs follow, and the payment of the debt starts it again.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  balanceOf,
  chargesOf,
  giveMoney,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
let customerId: bigint;
let machineId: bigint;

beforeAll(async () => {
  app = await startTestApp();
  for (let date = '2020-03-01'; date <= '2020-03-12'; date = addDays(date, 1)) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
  }
  customerId = await addCustomer(app.owner, 1);
  // 47.4 kWh at 1 USDT: far more than it mines.
  machineId = await addWorldMachine(app.owner, { machineNo: 'A-1', customerId, price: '1', hashrate: '1' });
});
afterAll(async () => {
  await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  await app.stop();
});

const closeAt = (date: string, now: string) => app.slices.dayClose.closeMining(date, new Date(now));

async function machine() {
  const { rows } = await app.database.query<{ status: string; arrear_time: Date | null; status_since: Date }>({
    text: 'select status, arrear_time, status_since from machine where id = $1',
    values: [machineId],
  });
  return rows[0];
}

async function runningSeconds(date: string) {
  const { rows } = await app.database.query<{ running_seconds: number }>({
    text: 'select running_seconds from machine_output where machine_id = $1 and date = $2',
    values: [machineId, date],
  });
  return rows[0]?.running_seconds ?? 0;
}

describe('a machine whose electricity is not paid [state:machine.ARREAR]', () => {
  it('runs on through the first day that it owes', async () => {
    expect(await closeAt('2020-03-01', '2020-03-02T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await machine()).toMatchObject({ status: 'RUNNING' });
  });

  it('stops at 06:00 UTC of the day after the next, however late that close runs', async () => {
    expect(await closeAt('2020-03-02', '2020-03-05T11:22:33Z')).toMatchObject({ outcome: 'closed' });
    const nominal = new Date('2020-03-03T06:00:00Z');
    expect(await machine()).toEqual({ status: 'ARREAR', arrear_time: nominal, status_since: nominal });
  });

  it('earns and pays for the six hours before it stopped, and then nothing', async () => {
    expect(await closeAt('2020-03-03', '2020-03-05T11:22:34Z')).toMatchObject({ outcome: 'closed' });
    expect(await closeAt('2020-03-04', '2020-03-05T11:22:35Z')).toMatchObject({ outcome: 'closed' });
    expect(await runningSeconds('2020-03-03')).toBe(6 * 3600);
    expect(await runningSeconds('2020-03-04')).toBe(0);
  });

  it('stays stopped while a part is owed, and starts the moment that all is paid, oldest first', async () => {
    const owed = (await chargesOf(app.database, customerId)).reduce((sum, charge) => sum + charge.owed, 0n);
    const pay = (amount: bigint, at: string) =>
      app.database.transaction(async (dbTx) => {
        await giveMoney(dbTx, customerId, 'ELE_ACCOUNT', amount, at);
        await app.slices.electricity.payOwed(dbTx, [customerId], new Date(at));
      });
    await pay(owed - 1n, '2020-03-05T12:00:00Z');
    expect(await machine()).toMatchObject({ status: 'ARREAR' });
    const charges = await chargesOf(app.database, customerId);
    expect(charges.map((charge) => charge.owed)).toEqual([0n, 0n, 1n]);
    await pay(5n, '2020-03-05T13:00:00Z');
    expect(await machine()).toMatchObject({ status: 'RUNNING', status_since: new Date('2020-03-05T13:00:00Z') });
    expect(await balanceOf(app.database, customerId, 'USDT')).toBe(4n);
  });

  it('stops now when the close runs before the nominal time', async () => {
    expect(await closeAt('2020-03-05', '2020-03-06T00:30:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await closeAt('2020-03-06', '2020-03-07T00:45:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await machine()).toMatchObject({ status: 'ARREAR', arrear_time: new Date('2020-03-07T00:45:00Z') });
  });
});

describe('a contract that ends between the end of the day and its close', () => {
  it('ends then, however late that close runs, and no arrear goes on after it', async () => {
    const other = await startTestApp();
    try {
      const end = '2020-03-03T03:00:00Z';
      const dates = ['2020-03-01', '2020-03-02', '2020-03-03'];
      for (const date of dates) {
        await addNetworkDay(other.owner, { ...realDay, date });
        await addPrice(other.owner, date, 8_541_770_000n);
      }
      const customer = await addCustomer(other.owner, 1);
      const ending = { machineNo: 'E-1', customerId: customer, price: '1', hashrate: '1', endTime: end };
      const id = await addWorldMachine(other.owner, ending);
      for (const date of dates) {
        const result = await other.slices.dayClose.closeMining(date, new Date('2020-03-05T11:22:33Z'));
        expect(result).toMatchObject({ outcome: 'closed' });
      }
      const { rows: periods } = await other.database.query({
        text: 'select status, started_at, ended_at from machine_status_period where machine_id = $1 order by seq',
        values: [id],
      });
      expect(periods).toEqual([
        { status: 'RUNNING', started_at: new Date('2020-01-01T00:00:00Z'), ended_at: new Date(end) },
        { status: 'SUSPEND', started_at: new Date(end), ended_at: null },
      ]);
      const { rows } = await other.database.query({
        text: `select output.running_seconds as mined, charge.running_seconds as charged
               from machine_output output join electricity_charge charge using (machine_id, date) where date = '2020-03-03'`,
      });
      expect(rows).toEqual([{ mined: 3 * 3600, charged: 3 * 3600 }]);
    } finally {
      await other.stop();
    }
  });
});

describe('a price that is needed and missing', () => {
  it('stops the close before anything is kept, and only when it is needed', async () => {
    const date = '2020-03-13';
    for (let day = '2020-03-07'; day < date; day = addDays(day, 1)) {
      expect(await closeAt(day, `${addDays(day, 1)}T06:00:00Z`)).toMatchObject({ outcome: 'closed' });
    }
    await addNetworkDay(app.owner, { ...realDay, date });
    const needy = await addCustomer(app.owner, 2);
    await addWorldMachine(app.owner, { machineNo: 'B-1', customerId: needy });
    expect(await closeAt(date, '2020-03-14T06:00:00Z')).toEqual({
      outcome: 'refused',
      reasons: ['the price of BTC of 2020-03-13 is missing: import it first'],
    });
    expect(
      (await app.database.query({ text: 'select from machine_output where date = $1', values: [date] })).rows,
    ).toEqual([]);
    expect(await balanceOf(app.database, needy, 'BTC')).toBe(0n);
    // Prepaid electricity asks for no price.
    await giveMoney(app.database, needy, 'ELE_ACCOUNT', 900_000_000n, '2020-03-14T05:00:00Z');
    expect(await closeAt(date, '2020-03-14T06:00:00Z')).toMatchObject({ outcome: 'closed' });
  });
});
