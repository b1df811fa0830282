import type { MinedCoin } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { NetworkDay } from './network-day.ts';

const byDates = query(
  'network-days.by-dates',
  `select coin, date, blocks, subsidy_sum as "subsidySum", fee_sum as "feeSum", epochs, source
   from network_day where coin = $1 and date = any ($2::date[])`,
).as<Omit<NetworkDay, 'firstHeight' | 'firstHash' | 'lastHeight' | 'lastHash'>>();

export function findNetworkDays(db: Queryable, coin: MinedCoin, dates: readonly string[]): Promise<NetworkDay[]> {
  return many(db, byDates, [coin, dates]);
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
