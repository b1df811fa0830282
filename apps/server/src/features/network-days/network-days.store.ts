import type { MinedCoin } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { LineError } from '../../platform/imports.ts';
import type { NetworkDay } from './network-day.ts';
import * as say from './sentences.zh.ts';

const byDates = query(
  'network-days.by-dates',
  `select coin, date, blocks, subsidy_sum as "subsidySum", fee_sum as "feeSum", epochs, source
   from network_day where coin = $1 and date = any ($2::date[])`,
).as<Omit<NetworkDay, 'firstHeight' | 'firstHash' | 'lastHeight' | 'lastHash'>>();

export function findNetworkDays(db: Queryable, coin: MinedCoin, dates: readonly string[]): Promise<NetworkDay[]> {
  return many(db, byDates, [coin, dates]);
}

/** A retarget is once in two weeks, and at most fourfold: what is farther from a day of the same two weeks is no difficulty of the chain. */
const jumps = query(
  'network-days.jumps',
  `select distinct on (day.line) day.line, day.difficulty::text as difficulty, known.date, known.epochs -> 0 ->> 'difficulty' as known
   from jsonb_to_recordset($1) as day (line int, coin text, date date, difficulty numeric)
   join network_day known on known.coin = day.coin and known.date <> day.date and abs(known.date - day.date) <= 14
   where day.difficulty not between (known.epochs -> 0 ->> 'difficulty')::numeric / 4 and (known.epochs -> 0 ->> 'difficulty')::numeric * 4
   order by day.line, abs(known.date - day.date), known.date`,
).as<{ line: number; difficulty: string; date: string; known: string }>();

export async function farDifficulties(
  db: Queryable,
  days: readonly (NetworkDay & { line: number })[],
): Promise<LineError[]> {
  const rows = days.map(({ line, coin, date, epochs: [first] }) => ({
    line,
    coin,
    date,
    difficulty: first?.difficulty,
  }));
  const found = await many(db, jumps, [JSON.stringify(rows)]);
  return found.map(({ line, ...far }) => ({ line, reason: say.farDifficulty(far) }));
}

const insert = query(
  'network-days.insert',
  `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, first_height, first_hash, last_height, last_hash, created_at)
   select coin, date, blocks, "subsidySum", "feeSum", epochs, source, "firstHeight", "firstHash", "lastHeight", "lastHash", $2
   from jsonb_to_recordset($1) as day (
     coin text, date date, blocks int, "subsidySum" bigint, "feeSum" bigint, epochs jsonb, source text,
     "firstHeight" int, "firstHash" text, "lastHeight" int, "lastHash" text
   )
   on conflict do nothing returning date`,
).as<{ date: string }>();

/** Days that are there already are left as they are; answers the dates that are new. */
export async function insertNetworkDays(db: Queryable, days: readonly NetworkDay[], now: Date): Promise<string[]> {
  const rows = JSON.stringify(days, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return (await many(db, insert, [rows, now])).map(({ date }) => date);
}
