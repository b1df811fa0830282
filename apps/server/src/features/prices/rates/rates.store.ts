import { execute, many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { LineError } from '../../../platform/imports.ts';
import type { RateQuote } from './rate-source.ts';

export interface StoredRate extends RateQuote {
  source: string;
}

const rows = `jsonb_to_recordset($1) as rate (line int, "time" timestamptz, cny bigint, source text)`;

const insert = query(
  'rates.insert',
  `insert into exchange_rate (quoted_at, cny, source, created_at)
   select "time", cny, source, $2 from ${rows}
   on conflict do nothing
   returning quoted_at`,
).as<{ quoted_at: Date }>();

/** Rates that stand already stay; answers how many are new. */
export async function insertRates(db: Queryable, rates: readonly StoredRate[], now: Date): Promise<number> {
  return await execute(db, insert, [asJson(rates), now]);
}

/** A currency's rate moves by a few hundredths in a year; what is farther off is a slip. */
const findFaults = query(
  'rates.faults',
  `select rate.line, case when same.cny <> rate.cny then 'another rate stands for ' || rate."time"::date
     else 'the rate is too far from ' || trim_scale(other.cny / 1e6) || ' of ' || other.quoted_at::date || ': a slip?' end as reason
   from ${rows}
   left join exchange_rate same on same.quoted_at = rate."time"
   left join lateral (
     select quoted_at, cny from exchange_rate known
     where known.quoted_at <> rate."time" and known.quoted_at between rate."time" - interval '366 days' and rate."time" + interval '366 days'
     order by known.quoted_at > rate."time", abs(extract(epoch from known.quoted_at - rate."time")) limit 1
   ) other on true
   where same.cny <> rate.cny or rate.cny::numeric not between other.cny * 0.8 and other.cny * 1.25`,
).as<LineError>();

export function faultyRates(db: Queryable, rates: readonly (StoredRate & { line: number })[]): Promise<LineError[]> {
  return many(db, findFaults, [asJson(rates)]);
}

const newest = query(
  'rates.newest',
  'select quoted_at as "time", cny from exchange_rate where quoted_at <= $1 order by quoted_at desc limit 1',
).as<RateQuote>();

/** The newest rate that was quoted by `now`. */
export function newestRate(db: Queryable, now: Date): Promise<RateQuote | null> {
  return maybeOne(db, newest, [now]);
}

function asJson(rates: readonly StoredRate[]): string {
  return JSON.stringify(rates, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
