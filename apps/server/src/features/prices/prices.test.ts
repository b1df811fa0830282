// A price is fixed once; a file of prices comes in whole or not at all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { importPrices } from './import-prices.ts';

const now = new Date('2020-03-01T00:00:00Z');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const line = (number: number, date: string, coin: string, usdt: string) => ({
  line: number,
  values: { date, coin, usdt },
});
const prices = async () =>
  (await test.database.query({ text: 'select coin, date, usdt from reference_price order by date, coin' })).rows;

it('comes in with its micro-USDT, and the same again changes nothing', async () => {
  const lines = [line(2, '2020-02-15', 'BTC', '9911.72'), line(3, '2020-02-15', 'DOGE', '0.002417')];
  expect(await importPrices(test.database, lines, now)).toMatchObject({ imported: 2 });
  expect(await importPrices(test.database, lines, now)).toMatchObject({ imported: 0, alreadyThere: 2 });
  expect(await prices()).toEqual([
    { coin: 'BTC', date: '2020-02-15', usdt: 9_911_720_000n },
    { coin: 'DOGE', date: '2020-02-15', usdt: 2_417n },
  ]);
});

it.each([
  ['another price for a fixed day', '2020-02-15', 'BTC', '9911.73'],
  ['a price of nothing', '2020-02-18', 'BTC', '0'],
  ['a coin without a price', '2020-02-18', 'USDT', '1'],
  ['seven decimals', '2020-02-18', 'DOGE', '0.0024171'],
  ['a day that is not over', '2020-03-01', 'BTC', '9000'],
])('is refused whole with %s', async (_, date, coin, usdt) => {
  const before = await prices();
  const result = await importPrices(
    test.database,
    [line(2, '2020-02-17', 'BTC', '9683.08'), line(3, date, coin, usdt)],
    now,
  );
  expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }] });
  expect(await prices()).toEqual(before);
});

describe('a price far from the one before', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
    await importPrices(own.database, [line(2, '2020-01-01', 'BTC', '7200')], now);
  });
  afterAll(() => own.drop());
  const bring = (...lines: [date: string, usdt: string][]) =>
    importPrices(
      own.database,
      lines.map(([date, usdt], i) => line(i + 2, date, 'BTC', usdt)),
      now,
    );

  it.each([
    ['a thousand times that of yesterday', '2020-01-02', '7200000'],
    ['a thousandth of it', '2020-01-02', '7.2'],
    ['ten times that of a week ago and more', '2020-01-08', '72000.01'],
    ['a thousand times that of weeks ago', '2020-02-10', '7200000'],
    ['a thousandth of the next one', '2019-12-30', '7.2'],
  ])('is refused: %s', async (_, date, usdt) => {
    expect(await bring([date, usdt])).toMatchObject({
      outcome: 'refused',
      errors: [{ line: 2, reason: { en: expect.stringContaining('2020-01-01') } }],
    });
  });

  it('is refused beside the other lines of its file too', async () => {
    const result = await bring(['2020-01-02', '7300'], ['2020-01-03', '7350000'], ['2020-01-04', '7300']);
    expect(result).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }, { line: 4 }] });
  });

  it('is taken where a market has moved like that', async () => {
    // The worst day of March 2020, a fivefold day of a small coin, a year's rise.
    expect(await bring(['2020-01-02', '4300'], ['2020-01-03', '20000'], ['2020-02-20', '1500000'])).toMatchObject({
      imported: 3,
    });
  });
});
