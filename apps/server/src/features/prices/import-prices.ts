import { formatShortest, parseDecimal } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { type ImportPreview, type ImportResult, importFacts, previewOf, type RawLine } from '../../platform/imports.ts';
import { microUsdt, type PriceColumn, priceColumns, readPrices } from './price.ts';
import { contradictingPrices, farPrices, insertPrices } from './prices.store.ts';

/** Brings in a file of prices whole or not at all. The price of a day never changes. */
export function importPrices(
  database: Database,
  rawLines: readonly RawLine<PriceColumn>[],
  now: Date,
): Promise<ImportResult> {
  return importFacts(database, readPrices(rawLines, miningDate(now)), {
    insert: (dbTx, prices) => insertPrices(dbTx, prices, now),
    contradictions: async (dbTx, prices) => [
      ...(await contradictingPrices(dbTx, prices)),
      ...(await farPrices(dbTx, prices)),
    ],
  });
}

/** What is new of a file that was found right. */
export function previewPrices(
  rawLines: readonly RawLine<PriceColumn>[],
  newLines: readonly number[],
  now: Date,
): ImportPreview {
  const { facts } = readPrices(rawLines, miningDate(now));
  return previewOf(priceColumns, facts, newLines, ({ date, coin, usdt }) => ({
    date,
    coin,
    usdt: formatShortest(usdt, microUsdt),
  }));
}

/** Lets prices of a past day stand for `date`, in the demo only: a decimal of USDT a coin. */
export async function replayPrices(
  db: Queryable,
  date: string,
  prices: Record<'BTC' | 'DOGE', string>,
  now: Date,
): Promise<void> {
  const source = 'demo-replay';
  const rows = (['BTC', 'DOGE'] as const).map((coin) => ({ coin, date, usdt: parseDecimal(prices[coin], 6), source }));
  await insertPrices(db, rows, now);
}
