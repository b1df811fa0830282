// A file of facts comes in whole or not at all, says every line that is wrong, and what is there never changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawLine } from '../../platform/imports.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { importNetworkDays } from './import-network-days.ts';
import { importPoolReport, type PoolReportColumn } from './pool-report.ts';
import type { NetworkDayColumn } from './read-network-days.ts';

const now = new Date('2020-03-01T00:00:00Z');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const days = async () =>
  (await test.database.query<{ date: string }>({ text: 'select date from network_day order by date' })).rows;

function line(number: number, values: Partial<Record<NetworkDayColumn, string>> = {}): RawLine<NetworkDayColumn> {
  const real = {
    date: '2020-02-15',
    blocks: '142',
    difficulty: '15546745765529.31',
    subsidySum: '1775.00000000',
    feeSum: '27.63375097',
  };
  return { line: number, values: { ...real, ...values } };
}

describe('a file of network days', () => {
  it('comes in with its figures to the last unit', async () => {
    const result = await importNetworkDays(test.database, [line(2), line(3, { date: '2020-02-16' })], 'BTC', now);
    expect(result).toEqual({ outcome: 'imported', imported: 2, alreadyThere: 0, newLines: [2, 3] });
    const { rows } = await test.database.query({
      text: `select blocks, subsidy_sum, fee_sum, epochs, source, first_height from network_day where date = '2020-02-15'`,
    });
    expect(rows).toEqual([
      {
        blocks: 142,
        subsidy_sum: 177_500_000_000n,
        fee_sum: 2_763_375_097n,
        epochs: [{ difficulty: '15546745765529.31', seconds: 86_400 }],
        source: 'import',
        first_height: null,
      },
    ]);
  });

  it('changes nothing the second time', async () => {
    const result = await importNetworkDays(test.database, [line(2)], 'BTC', now);
    expect(result).toEqual({ outcome: 'imported', imported: 0, alreadyThere: 1, newLines: [] });
  });

  it('is refused whole when one day is there with other figures', async () => {
    const before = await days();
    const result = await importNetworkDays(
      test.database,
      [line(2, { date: '2020-02-17' }), line(3, { blocks: '143' })],
      'BTC',
      now,
    );
    expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }] });
    expect(await days()).toEqual(before);
  });

  const wrong: [string, Partial<Record<NetworkDayColumn, string>>][] = [
    ['no calendar date', { date: '2020-02-30' }],
    ['a day that is not over', { date: '2020-03-01' }],
    ['no date at all', { date: '' }],
    ['no blocks', { blocks: '0' }],
    ['half a block', { blocks: '1.5' }],
    ['a negative difficulty', { difficulty: '-1' }],
    ['an exponent', { difficulty: '1e13' }],
    ['nine decimals', { feeSum: '0.123456789' }],
    ['a huge sum', { subsidySum: '99999999999999999999' }],
    ['no subsidy', { subsidySum: '0' }],
    ['more than its blocks have', { date: '2020-02-18', subsidySum: '1775.00000001' }],
    ['fees of more than five times its subsidies', { date: '2020-02-18', feeSum: '8875.00000001' }],
  ];
  it.each(wrong)('is refused with %s', async (_, values) => {
    const before = await days();
    const result = await importNetworkDays(
      test.database,
      [line(2, { date: '2020-02-20' }), line(3, values)],
      'BTC',
      now,
    );
    expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }] });
    expect(await days()).toEqual(before);
  });

  it.each(['3886686441382.32', '62186983062117.25'])(
    'is refused with a difficulty that no retarget makes of a day of the same two weeks: %s',
    async (difficulty) => {
      const lines = [line(2, { date: '2020-02-18', difficulty })];
      expect(await importNetworkDays(test.database, lines, 'BTC', now)).toMatchObject({
        outcome: 'refused',
        errors: [{ line: 2, reason: { en: expect.stringContaining('more than four times off') } }],
      });
    },
  );

  it('names every wrong line, in their order, and a day that stands twice', async () => {
    const result = await importNetworkDays(
      test.database,
      [line(2, { date: '2020-02-21' }), line(3, { blocks: 'x', feeSum: 'y' }), line(4, { date: '2020-02-21' })],
      'BTC',
      now,
    );
    expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }, { line: 3 }, { line: 4 }] });
  });

  it('cannot be changed by the application, and not by the owner either', async () => {
    const change = { text: 'update network_day set blocks = 1' };
    await expect(test.database.query(change)).rejects.toThrow('permission denied');
    await expect(test.owner.query(change)).rejects.toThrow('is refused');
    await expect(test.owner.query({ text: 'delete from network_day' })).rejects.toThrow('is refused');
  });
});

describe("a pool's report", () => {
  beforeAll(async () => {
    await test.owner.query({
      text: `with c as (insert into customer (account, created_at) values ('13900000001', now()) returning id),
        m as (insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ('L3', 'DOGE', 504, 'MH/s', 800) returning id),
        s as (insert into site (name) values ('乐山') returning id)
        insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
          pool_fee_rate, start_time, status, created_at, status_since)
        select 'L3-1', c.id, m.id, s.id, 'SUBSCRIBE', 'DOGE', 504, 'MH/s', 800, 0.02, '2020-01-01', 'RUNNING', now(), '2020-01-01' from c, m, s`,
    });
  });

  const report = (number: number, values: Partial<Record<PoolReportColumn, string>> = {}) => ({
    line: number,
    values: { date: '2020-02-15', machineNo: 'L3-1', coin: 'DOGE', gross: '12.5', poolFee: '0.25', ...values },
  });

  it('comes in once, and the same again changes nothing', async () => {
    expect(await importPoolReport(test.database, [report(2)], now)).toEqual({
      outcome: 'imported',
      imported: 1,
      alreadyThere: 0,
      newLines: [2],
    });
    expect(await importPoolReport(test.database, [report(2)], now)).toEqual({
      outcome: 'imported',
      imported: 0,
      alreadyThere: 1,
      newLines: [],
    });
  });

  it.each([
    ['an unknown machine', { machineNo: 'L3-9', date: '2020-02-16' }],
    ['other figures', { gross: '13' }],
    ['a fee above the gross amount', { date: '2020-02-16', poolFee: '99' }],
    ['a coin that the own node counts', { date: '2020-02-16', coin: 'BTC' }],
  ])('is refused with %s', async (_, values) => {
    const result = await importPoolReport(test.database, [report(2, { date: '2020-02-17' }), report(3, values)], now);
    expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }] });
    const { rows } = await test.database.query({ text: 'select from pool_report' });
    expect(rows).toHaveLength(1);
  });

  it.each([
    [
      'without a network day, by what its hashrate ever earned',
      '2020-02-18',
      '20160.00000001',
      'at most 20160.00000000 DOGE',
    ],
    ['of a network day, by three times its full pay', '2020-02-19', '103.81714273', 'at most 103.81714272 DOGE'],
  ])('is refused for more than the machine can mine %s', async (_, date, gross, most) => {
    await importNetworkDays(
      test.database,
      [line(2, { date: '2020-02-19', blocks: '1400', difficulty: '2930000', subsidySum: '14000000', feeSum: '1000' })],
      'DOGE',
      now,
    );
    expect(await importPoolReport(test.database, [report(2, { date, gross })], now)).toMatchObject({
      outcome: 'refused',
      errors: [{ line: 2, reason: { en: expect.stringContaining(most) } }],
    });
  });

  it('is refused for a day whose close has begun', async () => {
    await test.owner.query({
      text: `insert into day_close (kind, date, started_at, inputs) values ('mining', '2020-02-15', now(), '{}')`,
    });
    const result = await importPoolReport(test.database, [report(2, { date: '2020-02-14' })], now);
    expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 2 }] });
  });
});
