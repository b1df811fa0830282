import type { DayOutcome, DayWork } from '@lode/contract/record-states';
import { many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CloseKindName, Finding, Trial } from './close-kind.ts';

interface DayRow {
  date: string;
  startedAt: Date | null;
  closedAt: Date | null;
  seal: Buffer | null;
  /** A line in words for each figure, as the day was sealed. */
  tieOut: string[] | null;
  refusedAt: Date | null;
  /** A close was ordered after it stopped. */
  isOrdered: boolean;
}

const days = query(
  'day-close.days-of',
  `select day::date::text as date, started_at as "startedAt", closed_at as "closedAt", seal, tie_out as "tieOut", refusal.at as "refusedAt",
     exists (select from day_close_order o where o.kind = $1 and o.date = day::date and o.work = 'CLOSE' and o.ended_at is null) as "isOrdered"
   from generate_series($2::date, $3::date, interval '1 day') day
   left join day_close on day_close.kind = $1 and day_close.date = day::date
   left join day_close_refusal refusal on refusal.kind = $1 and refusal.date = day::date
   order by day`,
).as<DayRow>();

/** Each date of the range, also those of which nothing is known. */
export const readDays = (db: Queryable, kind: CloseKindName, from: string, to: string): Promise<DayRow[]> =>
  many(db, days, [kind, from, to]);

const batches = query(
  'day-close.progress-of-day',
  `select count(*) filter (where stage = 'post')::int as "toPost", count(finished_at) filter (where stage = 'post')::int as posted,
     count(*) filter (where stage = 'tie-out')::int as "toTieOut", count(finished_at) filter (where stage = 'tie-out')::int as "tiedOut",
     coalesce(sum((result->>'outputs')::int), 0)::int as outputs, coalesce(sum((result->>'charges')::int), 0)::int as charges,
     coalesce(sum((result->>'hostingCharges')::int), 0)::int as hosting, coalesce(sum((result->>'stopped')::int), 0)::int as stopped,
     coalesce(sum((result->>'withoutReport')::int), 0)::int as "withoutReport"
   from day_close_batch where kind = $1 and date = $2`,
).as<{
  toPost: number;
  posted: number;
  toTieOut: number;
  tiedOut: number;
  outputs: number;
  charges: number;
  hosting: number;
  stopped: number;
  withoutReport: number;
}>();

/** How many batches of each stage are done, and what they did. */
export const readBatchProgress = (db: Queryable, kind: CloseKindName, date: string) => one(db, batches, [kind, date]);

const lines = query(
  'day-close.tie-out-of-day',
  `select line->>'name' as name, line->>'coin' as coin, sum_units((line->>'expected')::bigint) as expected,
     sum_units((line->>'posted')::bigint) as posted
   from day_close_batch cross join jsonb_array_elements(result->'lines') line
   where kind = $1 and date = $2 and stage = 'tie-out' group by 1, 2 order by 1 desc, 2`,
).as<{ name: string; coin: 'BTC' | 'USDT' | 'ETH' | 'DOGE'; expected: bigint; posted: bigint }>();

/** What batches that tied out should have posted, beside what they had. */
export const readTieOut = (db: Queryable, kind: CloseKindName, date: string) => many(db, lines, [kind, date]);

const refusal = query(
  'day-close.refusal',
  'select at, count, reasons from day_close_refusal where kind = $1 and date = $2',
).as<{ at: Date; count: number; reasons: string[] }>();

export const readRefusal = (db: Queryable, kind: CloseKindName, date: string) => maybeOne(db, refusal, [kind, date]);

const refusedDays = query(
  'day-close.refused-days',
  `select kind, date, count, at from day_close_refusal refusal
   where not exists (select from day_close where day_close.kind = refusal.kind and day_close.date = refusal.date and closed_at is not null)
   order by at, kind limit $1`,
).as<{ kind: CloseKindName; date: string; count: number; at: Date }>();

/** Open days whose close was refused, with how many reasons. */
export const readRefusedDays = (db: Queryable, limit: number) => many(db, refusedDays, [limit]);

const failedOrders = query(
  'day-close.failed-orders',
  `select o.id, o.kind, o.date, o.work, staff.name as by, o.ended_at as at
   from day_close_order o join staff on staff.id = o.ordered_by
   where o.outcome = 'FAILED'
     and not exists (select from day_close_order later where (later.kind, later.date, later.work) = (o.kind, o.date, o.work) and later.id > o.id)
     and not exists (select from day_close where day_close.kind = o.kind and day_close.date = o.date and closed_at is not null)
   order by o.ended_at, o.id limit $1`,
).as<{ id: bigint; kind: CloseKindName; date: string; work: DayWork; by: string; at: Date }>();

/** Orders that ended in an error, of open days, until the same is ordered again. */
export const readFailedOrders = (db: Queryable, limit: number) => many(db, failedOrders, [limit]);

const check = query(
  'day-close.newest-check',
  `select at, findings, trial from (
     select ran_at as at, findings, trial from day_close_preflight where kind = $1 and date = $2
     union all
     select ended_at, findings, trial from day_close_order
     where kind = $1 and date = $2 and work = 'CHECK' and outcome in ('CLEAR', 'FOUND')
   ) checks order by at desc limit 1`,
).as<{ at: Date; findings: Finding[]; trial: Trial | null }>();

/** Of the schedule or ordered, whichever is newer. */
export const readNewestCheck = (db: Queryable, kind: CloseKindName, date: string) => maybeOne(db, check, [kind, date]);

const orders = query(
  'day-close.orders-of-day',
  `select o.id, work, staff.name as by, ordered_at as at, ended_at as "endedAt", outcome
   from day_close_order o join staff on staff.id = ordered_by where kind = $1 and date = $2 order by o.id desc limit $3`,
).as<{ id: bigint; work: DayWork; by: string; at: Date; endedAt: Date | null; outcome: DayOutcome | null }>();

/** The newest first. */
export const readOrders = (db: Queryable, kind: CloseKindName, date: string, limit: number) =>
  many(db, orders, [kind, date, limit]);
