import { execute, many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { LineError } from '../../platform/imports.ts';
import type { PricedCoin, ReferencePrice } from './price.ts';

const rows = `jsonb_to_recordset($1) as price (line int, coin text, date date, usdt bigint, source text)`;

const insert = query(
  'prices.insert',
  `insert into reference_price (coin, date, usdt, source, created_at)
   select coin, date, usdt, source, $2 from ${rows}
   on conflict do nothing
   returning coin`,
).as<{ coin: string }>();

/** Prices that are fixed already stay; answers how many are new. */
export async function insertPrices(db: Queryable, prices: readonly ReferencePrice[], now: Date): Promise<number> {
  return await execute(db, insert, [asJson(prices), now]);
}

const findContradictions = query(
  'prices.contradictions',
  `select price.line, price.coin || ' of ' || price.date || ' is fixed at another price' as reason
   from ${rows} join reference_price known using (coin, date)
   where known.usdt <> price.usdt`,
).as<LineError>();

export function contradictingPrices(
  db: Queryable,
  prices: readonly (ReferencePrice & { line: number })[],
): Promise<LineError[]> {
  return many(db, findContradictions, [asJson(prices)]);
}

/**
 * Each line against the price that stands before it, or after it where none does; the file's own lines stand there too by
 * then. A market moves tenfold in a week and a hundredfold in a year at its wildest; what is farther off is a slip.
 */
const findJumps = query(
  'prices.jumps',
  `select price.line, price.coin || ' at ' || trim_scale(price.usdt / 1e6) || ' is too far from '
     || trim_scale(other.usdt / 1e6) || ' of ' || other.date || ': a slip?' as reason
   from ${rows}
   join lateral (
     select date, usdt, case when abs(date - price.date) <= 7 then 10 else 100 end as factor
     from reference_price known
     where known.coin = price.coin and known.date <> price.date and abs(known.date - price.date) <= 366
     order by known.date > price.date, abs(known.date - price.date) limit 1
   ) other on price.usdt::numeric not between other.usdt::numeric / factor and other.usdt::numeric * factor`,
).as<LineError>();

export function farPrices(db: Queryable, prices: readonly (ReferencePrice & { line: number })[]): Promise<LineError[]> {
  return many(db, findJumps, [asJson(prices)]);
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
