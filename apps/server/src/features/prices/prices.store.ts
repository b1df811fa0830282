import { formatShortest } from '@lode/money';
import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { LineError } from '../../platform/imports.ts';
import { microUsdt, type PricedCoin, type ReferencePrice } from './price.ts';
import * as say from './sentences.zh.ts';

const rows = `jsonb_to_recordset($1) as price (line int, coin text, date date, usdt bigint, source text)`;

const insert = query(
  'prices.insert',
  `insert into reference_price (coin, date, usdt, source, created_at)
   select coin, date, usdt, source, $2 from ${rows}
   on conflict do nothing
   returning coin, date`,
).as<Pick<ReferencePrice, 'coin' | 'date'>>();

/** Prices that are fixed already stay; answers those that are new. */
export async function insertPrices<Price extends ReferencePrice>(
  db: Queryable,
  prices: readonly Price[],
  now: Date,
): Promise<Price[]> {
  const fixed = await many(db, insert, [asJson(prices), now]);
  const isNew = new Set(fixed.map(({ coin, date }) => `${coin} ${date}`));
  return prices.filter(({ coin, date }) => isNew.has(`${coin} ${date}`));
}

const findContradictions = query(
  'prices.contradictions',
  `select price.line, price.coin, price.date, known.usdt
   from ${rows} join reference_price known using (coin, date)
   where known.usdt <> price.usdt`,
).as<{ line: number; coin: PricedCoin; date: string; usdt: bigint }>();

export async function contradictingPrices(
  db: Queryable,
  prices: readonly (ReferencePrice & { line: number })[],
): Promise<LineError[]> {
  const found = await many(db, findContradictions, [asJson(prices)]);
  return found.map(({ line, coin, date, usdt }) => ({ line, reason: say.otherPrice(coin, date, text(usdt)) }));
}

const text = (usdt: bigint) => formatShortest(usdt, microUsdt);

/**
 * Each line against the price that stands before it, or after it where none does; the file's own lines stand there too by
 * then. A market moves tenfold in a week and a hundredfold in a year at its wildest; what is farther off is a slip.
 */
const findJumps = query(
  'prices.jumps',
  `select price.line, price.coin, price.usdt, other.date as "otherDate", other.usdt as "otherUsdt"
   from ${rows}
   join lateral (
     select date, usdt, case when abs(date - price.date) <= 7 then 10 else 100 end as factor
     from reference_price known
     where known.coin = price.coin and known.date <> price.date and abs(known.date - price.date) <= 366
     order by known.date > price.date, abs(known.date - price.date) limit 1
   ) other on price.usdt::numeric not between other.usdt::numeric / factor and other.usdt::numeric * factor`,
).as<{ line: number; coin: PricedCoin; usdt: bigint; otherDate: string; otherUsdt: bigint }>();

export async function farPrices(
  db: Queryable,
  prices: readonly (ReferencePrice & { line: number })[],
): Promise<LineError[]> {
  const found = await many(db, findJumps, [asJson(prices)]);
  return found.map(({ line, coin, usdt, otherDate, otherUsdt }) => ({
    line,
    reason: say.farPrice(coin, text(usdt), { date: otherDate, usdt: text(otherUsdt) }),
  }));
}

const newest = query(
  'prices.newest',
  'select date, usdt from reference_price where coin = $1 order by date desc limit 1',
).as<Pick<ReferencePrice, 'date' | 'usdt'>>();

export function newestPrice(db: Queryable, coin: PricedCoin): Promise<Pick<ReferencePrice, 'date' | 'usdt'> | null> {
  return maybeOne(db, newest, [coin]);
}

const newestOfEach = query(
  'prices.newest-of-each',
  `select known.coin, found.date, found.usdt from unnest(array['BTC', 'ETH', 'DOGE']) known (coin)
   cross join lateral (select date, usdt from reference_price p where p.coin = known.coin and p.date <= $1::date order by date desc limit 1) found`,
).as<Pick<ReferencePrice, 'coin' | 'date' | 'usdt'>>();

/** The newest of each coin that is fixed by then. */
export const newestPrices = (
  db: Queryable,
  miningDate: string,
): Promise<Pick<ReferencePrice, 'coin' | 'date' | 'usdt'>[]> => many(db, newestOfEach, [miningDate]);

const fixed = query('prices.fixed', 'select coin from reference_price where date = $1').as<{ coin: PricedCoin }>();

/** Coins whose price of that mining day stands already. */
export async function fixedCoins(db: Queryable, date: string): Promise<PricedCoin[]> {
  return (await many(db, fixed, [date])).map(({ coin }) => coin);
}

function asJson(prices: readonly ReferencePrice[]): string {
  return JSON.stringify(prices, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
