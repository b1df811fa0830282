/**
 * Proves hosting: by business days and versions of terms, with the close of the month's or the contract's last mining day, from
 * prepaid money and then outputs, paid later, never a stop.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { owesElectricity, owesFees } from '../../platform/electricity-debt.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  balanceOf,
  giveMoney,
  givePromotion,
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
      runs: [[startTime, new Date(Date.parse(startTime) + 1).toISOString()]],
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
    text: 'select days, amount, paid_prepaid as paid, owed from hosting_charge where customer_id = $1',
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
    await givePromotion(app.owner, poor, 3_000_000n, '2020-03-01T07:00:00Z');
    await app.database.transaction(async (dbTx) => {
      await giveMoney(dbTx, poor, 'ELE_ACCOUNT', 500_000n, '2020-03-01T08:00:00Z');
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

describe('hosting by versions of terms', () => {
  const date = '2020-03-31';
  const fee = 31_000_000n;
  let other: TestApp;
  let number = 0;
  const noRun = [['2020-03-01T00:00:00Z', '2020-03-01T00:00:01Z']] as const;

  beforeAll(async () => {
    other = await startTestApp();
    for (const day of ['2020-03-10', date]) {
      await addNetworkDay(other.owner, { ...realDay, date: day });
      await addPrice(other.owner, day, 8_000_000_000n);
      await addPrice(other.owner, day, 200_000_000n, 'ETH');
    }
  });
  afterAll(async () => {
    await assertBooksBalance(other.database, [
      ...other.slices.electricity.bookChecks,
      ...other.slices.dayClose.bookChecks,
    ]);
    await other.stop();
  });

  const hostedMachine = async (customerId: bigint, machine: Partial<Parameters<typeof addWorldMachine>[1]> = {}) =>
    addWorldMachine(other.owner, {
      machineNo: `V-${++number}`,
      customerId,
      startTime: '2020-03-01T00:00:00Z',
      runs: noRun,
      hostingFeeMonthly: fee,
      ...machine,
    });

  /** A later version of a machine's terms, as `terms:set` writes it. */
  const changeTerms = async (
    machineId: bigint,
    from: string,
    changes: { customerId?: bigint; monthly?: bigint; endTime?: string },
  ) => {
    await other.owner.query({
      text: `with earlier as (
               update machine_terms set effective_to = $2 where machine_id = $1 and effective_to = 'infinity' returning *
             )
             insert into machine_terms (machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
               hosting_fee_monthly, end_time, recorded_at)
             select machine_id, $2, coalesce($3, customer_id), site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
               coalesce($4, hosting_fee_monthly), coalesce($5, end_time), recorded_at from earlier`,
      values: [machineId, from, changes.customerId ?? null, changes.monthly ?? null, changes.endTime ?? null],
    });
  };

  async function chargesOfMachine(machineId: bigint) {
    const { rows } = await other.database.query<{ customer: bigint; first: string; last: string; amount: bigint }>({
      text: `select customer_id as customer, to_char(first_day, 'MM-DD') as first, to_char(last_day, 'MM-DD') as last, amount
             from hosting_charge where machine_id = $1 order by first_day`,
      values: [machineId],
    });
    return rows.map(({ customer, first, last, amount }) => [customer, first, last, amount]);
  }

  it('charges each owner, fee and contract for its days, from the day on site, and pays from prepaid money, then outputs', async () => {
    const [old, young, mixed, ending, late] = await Promise.all(
      [11, 12, 13, 14, 15].map((n) => addCustomer(other.owner, n)),
    );
    if (!old || !young || !mixed || !ending || !late) throw new Error('customers are missing');
    const sold = await hostedMachine(old);
    await changeTerms(sold, '2020-03-11', { customerId: young, monthly: 2n * fee });
    const ends = await hostedMachine(ending, { endTime: '2020-03-10T12:00:00Z' });
    // Announced before the end: the days of the renewal are charged with their own month all the same.
    await changeTerms(ends, '2020-03-21', { endTime: '2021-03-20T00:00:00Z' });
    const waited = await hostedMachine(late, { runs: [['2020-03-24T16:00:00Z', '2020-03-24T16:00:01Z']] });
    // It ran from 1 March on; two people wrote down that it was on site from the 11th.
    const sixth = await addCustomer(other.owner, 16);
    const dated = await hostedMachine(sixth);
    await giveMoney(other.database, sixth, 'ELE_ACCOUNT', 21_000_000n, '2020-03-01T00:00:00Z');
    await other.owner.query({
      text: `select set_machine_terms(array[$1::bigint], array['2020-03-01'::date], array['{"on_site_from": "2020-03-11"}'::jsonb], 'test', now())`,
      values: [dated],
    });
    const crosses = await hostedMachine(late, { endTime: '2020-03-31T20:00:00Z' });
    const paying = await hostedMachine(mixed, { coin: 'ETH' });
    await giveMoney(other.database, mixed, 'ELE_ACCOUNT', 1_000_000n, '2020-03-01T00:00:00Z');
    await givePromotion(other.owner, mixed, 9_000_000n, '2020-03-01T00:00:00Z');
    await giveMoney(other.database, mixed, 'OUTPUT_ACCOUNT', 5_000_000n, '2020-03-01T00:00:00Z', 'ETH');
    await giveMoney(other.database, mixed, 'OUTPUT_ACCOUNT', 1_000_000n, '2020-03-01T00:00:00Z');

    const closeOther = (day: string) => other.slices.dayClose.closeMining(day, new Date('2020-04-01T06:00:00Z'));
    expect(await closeOther('2020-03-10')).toMatchObject({ outcome: 'closed' });
    expect(await chargesOfMachine(ends), 'with the close of its last mining day').toEqual([
      [ending, '03-01', '03-10', 10_000_000n],
    ]);
    expect(await chargesOfMachine(sold)).toEqual([]);
    for (let day = '2020-03-11'; day < date; day = addDays(day, 1)) {
      await addNetworkDay(other.owner, { ...realDay, date: day });
      expect(await closeOther(day)).toMatchObject({ outcome: 'closed' });
    }
    expect(await closeOther(date)).toMatchObject({ outcome: 'closed' });

    expect(await chargesOfMachine(sold)).toEqual([
      [old, '03-01', '03-10', 10_000_000n],
      [young, '03-11', '03-31', 42_000_000n],
    ]);
    expect(await chargesOfMachine(ends), 'renewed').toEqual([
      [ending, '03-01', '03-10', 10_000_000n],
      [ending, '03-21', '03-31', 11_000_000n],
    ]);
    expect(await chargesOfMachine(waited)).toEqual([[late, '03-25', '03-31', 7_000_000n]]);
    expect(await chargesOfMachine(dated)).toEqual([[sixth, '03-11', '03-31', 21_000_000n]]);
    // It ends at 04:00 of 1 April in Shanghai: one of the thirty days of April.
    expect(await chargesOfMachine(crosses)).toEqual([
      [late, '03-01', '03-31', 31_000_000n],
      [late, '04-01', '04-01', 1_033_333n],
    ]);
    // 1 of own prepaid money, 0.05 ETH are 10, and 20 are 0.0025 BTC; the promotional credit stays.
    const { rows } = await other.database.query({
      text: 'select paid_prepaid, paid_eth, paid_btc, paid_output_usdt, owed from hosting_charge where machine_id = $1',
      values: [paying],
    });
    expect(rows).toEqual([
      { paid_prepaid: 1_000_000n, paid_eth: 5_000_000n, paid_btc: 250_000n, paid_output_usdt: 30_000_000n, owed: 0n },
    ]);
    // 7 + 31 + 1.033333 of the two machines of one owner, in one notice; what is paid needs none.
    const { rows: notices } = await other.database.query<{ text: string }>({
      text: `select detail ->> 'text' as text from customer_message where detail ->> 'text' like '%托管费%'`,
    });
    expect(notices.find(({ text }) => text.includes('39.04'))?.text).toBe(
      '您已欠缴托管费：共 39.04 USDT，账户余额不足。请充值，缴清前暂停提现和转入 COIN UP，矿机运行不受影响。',
    );
    expect(notices).toHaveLength(5);
    expect(await balanceOf(other.database, mixed, 'USDT')).toBe(9_000_000n);
    expect(await balanceOf(other.database, mixed, 'BTC')).toBe(750_000n);
  });

  it('charges no day twice, also not by the owner of the database', async () => {
    const again = other.owner.query({
      text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, amount, owed, charged_at)
             select machine_id, month, customer_id, date, last_day, last_day, 1, 0, 0, charged_at
             from hosting_charge where days > 1 limit 1`,
    });
    await expect(again).rejects.toThrow(/is charged already/);
  });

  it('takes no charge into a sealed day from the application, only what a correction of hosting becomes', async () => {
    const again = other.database.query({
      text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
             select machine_id, '2020-02-01', customer_id, date, '2020-02-01', '2020-02-01', 1, 29000000, 1000000, 1000000, charged_at
             from hosting_charge limit 1`,
    });
    await expect(again).rejects.toThrow('row-level security');
  });

  it('is shown as owed and stops withdrawals and subscriptions', async () => {
    const { rows } = await other.database.query<{ id: bigint }>({
      text: 'select customer_id as id from hosting_charge where owed > 0 limit 1',
    });
    const id = (rows[0] as { id: bigint }).id;
    expect((await other.slices.electricity.readOutlook(other.database, id)).owed).toBeGreaterThan(0n);
    expect(await owesFees(other.database, id)).toBe(true);
    expect(await owesElectricity(other.database, id)).toBe(false);
  });
});
