/** Proves hosting: by business days of the month, with the close of its last mining day, paid later, never a stop. */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  addCustomer,
  addNetworkDay,
  addWorldMachine,
  balanceOf,
  choosePayMode,
  giveMoney,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
const customers = new Map<string, bigint>();
const monthly = 10_000_000n;

/** February 2020 has 29 days; a business day begins at 16:00 UTC of the day before. */
const contracts: { what: string; startTime: string; endTime: string | null; days: bigint | null }[] = [
  { what: 'the whole month', startTime: '2019-12-01T00:00:00Z', endTime: null, days: 29n },
  { what: 'from the last instant before it', startTime: '2020-01-31T15:59:59.999Z', endTime: null, days: 29n },
  { what: 'from its second day', startTime: '2020-02-01T16:00:00Z', endTime: null, days: 28n },
  { what: 'to the end of a day', startTime: '2020-01-01T00:00:00Z', endTime: '2020-02-10T16:00:00Z', days: 10n },
  { what: 'a little into a day', startTime: '2020-01-01T00:00:00Z', endTime: '2020-02-10T16:00:00.001Z', days: 11n },
  { what: 'ended before it', startTime: '2019-01-01T00:00:00Z', endTime: '2020-01-31T16:00:00Z', days: null },
  { what: 'not begun in it', startTime: '2020-02-29T16:00:00Z', endTime: null, days: null },
];

beforeAll(async () => {
  app = await startTestApp();
  for (const { what, startTime, endTime } of contracts) {
    const customerId = await addCustomer(app.owner, customers.size + 1);
    customers.set(what, customerId);
    await addWorldMachine(app.owner, {
      machineNo: `H-${customerId}`,
      customerId,
      startTime,
      endTime,
      runs: [['2019-01-01T00:00:00Z', '2019-01-01T00:00:01Z']],
      hostingFeeMonthly: monthly,
    });
  }
  for (const date of ['2020-02-28', '2020-02-29', '2020-03-01']) await addNetworkDay(app.owner, { ...realDay, date });
});
afterAll(async () => {
  await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  await app.stop();
});

const close = (date: string, now: string) => app.slices.dayClose.closeMining(date, new Date(now));

async function chargeOf(what: string) {
  const { rows } = await app.database.query<{ days: number; amount: bigint; paid: bigint; owed: bigint }>({
    text: 'select days, amount, paid, owed from hosting_charge where customer_id = $1',
    values: [customers.get(what)],
  });
  return rows[0] ?? null;
}

describe('hosting fees [entity:ledger-type.HOSTING_FEE]', () => {
  it('are charged with the last mining day of a month, and with no other', async () => {
    const rich = customers.get('the whole month') as bigint;
    await giveMoney(app.database, rich, 'ELE_ACCOUNT', 4_000_000n, '2020-02-01T00:00:00Z');
    expect(await close('2020-02-28', '2020-02-29T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await chargeOf('the whole month')).toBe(null);
    expect(await close('2020-02-29', '2020-03-01T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await chargeOf('the whole month')).toEqual({
      days: 29,
      amount: monthly,
      paid: 4_000_000n,
      owed: 6_000_000n,
    });
    expect(await balanceOf(app.database, rich, 'USDT')).toBe(0n);
  });

  it.each(contracts)('count the business days: $what', async ({ what, days }) => {
    const charge = await chargeOf(what);
    expect(charge && [BigInt(charge.days), charge.amount]).toEqual(days && [days, (monthly * days) / 29n]);
  });

  it('are paid by a later credit, but never with promotional money', async () => {
    const poor = customers.get('from its second day') as bigint;
    await choosePayMode(app.owner, poor, 'PREPAID_FIRST', 3_000_000n);
    await app.database.transaction(async (dbTx) => {
      await giveMoney(dbTx, poor, 'ELE_ACCOUNT', 3_500_000n, '2020-03-01T08:00:00Z');
      await app.slices.electricity.payOwed(dbTx, [poor], new Date('2020-03-01T08:00:00Z'));
    });
    expect(await chargeOf('from its second day')).toMatchObject({ paid: 500_000n });
    expect(await balanceOf(app.database, poor, 'USDT')).toBe(3_000_000n);
  });

  it('stop no machine', async () => {
    expect(await close('2020-03-01', '2020-03-02T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    const { rows } = await app.database.query({ text: `select from machine where status = 'ARREAR'` });
    expect(rows).toEqual([]);
  });
});
