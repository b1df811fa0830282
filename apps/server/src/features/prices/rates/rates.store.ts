import { formatShortest } from '@lode/money';
import { miningDate } from '../../../platform/clock/clock.ts';
import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { LineError } from '../../../platform/imports.ts';
import * as say from '../sentences.zh.ts';
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
   returning quoted_at as "time"`,
).as<Pick<StoredRate, 'time'>>();

/** Rates that stand already stay; answers those that are new. */
export async function insertRates<Rate extends StoredRate>(
  db: Queryable,
  rates: readonly Rate[],
  now: Date,
): Promise<Rate[]> {
  const stored = await many(db, insert, [asJson(rates), now]);
  const isNew = new Set(stored.map(({ time }) => time.getTime()));
  return rates.filter(({ time }) => isNew.has(time.getTime()));
}

/** A currency's rate moves by a few hundredths in a year; what is farther off is a slip. */
const findFaults = query(
  'rates.faults',
  `select rate.line, rate."time", rate.cny, same.cny as "sameCny", other.cny as "otherCny", other.quoted_at as "otherTime"
   from ${rows}
   left join exchange_rate same on same.quoted_at = rate."time"
   left join lateral (
     select quoted_at, cny from exchange_rate known
     where known.quoted_at <> rate."time" and known.quoted_at between rate."time" - interval '366 days' and rate."time" + interval '366 days'
     order by known.quoted_at > rate."time", abs(extract(epoch from known.quoted_at - rate."time")) limit 1
   ) other on true
   where same.cny <> rate.cny or rate.cny::numeric not between other.cny * 0.8 and other.cny * 1.25`,
).as<{
  line: number;
  time: Date;
  cny: bigint;
  sameCny: bigint | null;
  otherCny: bigint | null;
  otherTime: Date | null;
}>();

export async function faultyRates(
  db: Queryable,
  rates: readonly (StoredRate & { line: number })[],
): Promise<LineError[]> {
  const found = await many(db, findFaults, [asJson(rates)]);
  return found.flatMap(({ line, time, cny, sameCny, otherCny, otherTime }) => {
    if (sameCny !== null && sameCny !== cny)
      return [{ line, reason: say.otherRate(miningDate(time), rateText(sameCny)) }];
    if (otherCny === null || otherTime === null) return [];
    const other = { date: miningDate(otherTime), cny: rateText(otherCny) };
    return [{ line, reason: say.farRate(rateText(cny), other) }];
  });
}

export const microCny = 6;
export const rateText = (cny: bigint): string => formatShortest(cny, microCny);

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
