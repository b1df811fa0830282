// A price is fixed once; a file of prices comes in whole or not at all.
import { afterAll, beforeAll, expect, it } from 'vitest';
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
