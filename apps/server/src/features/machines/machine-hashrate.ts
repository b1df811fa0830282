import type { Data } from '@lode/contract';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { ownSince } from './machine-reads.ts';

export type HashrateRange = Data<'machineHashrate'>['range'];

/** Each range in pieces of so many hours, on whole pieces of the UTC day; the first and the last are what the range has of them. */
const pieces: Record<HashrateRange, { count: number; hours: number }> = {
  '24h': { count: 24, hours: 1 },
  '7d': { count: 42, hours: 4 },
  '30d': { count: 30, hours: 24 },
};

interface HashrateRow {
  unit: string;
  rated: string;
  average: string;
  uptime: string | null;
  /** Null in the only row of a machine that has not begun. */
  time: Date | null;
  value: string;
}

const hashrate = query(
  'machines.hashrate',
  `with own as (
     select id, hashrate, hashrate_unit, greatest(start_time, ${ownSince}) as since from machine where id = $2 and customer_id = $1
   ), piece as (
     select at, terms.hashrate, greatest(at, since, $3 - $5 * $4::interval) as starts_at, least(at + $4::interval, $3) as ends_at
     from own cross join lateral (
       select date_bin($4::interval, $3, 'epoch'::timestamptz) - back * $4::interval as at from generate_series(0, $5) back
     ) bin
     -- A piece lies in one mining day, and so under one version of the terms.
     join machine_terms terms on terms.machine_id = own.id
       and terms.effective_from <= (at at time zone 'UTC')::date and terms.effective_to > (at at time zone 'UTC')::date
     where greatest(at, since, $3 - $5 * $4::interval) < least(at + $4::interval, $3)
   ), ran as (
     select greatest(at, $3 - $5 * $4::interval) as time, hashrate, extract(epoch from ends_at - starts_at) as elapsed, (
       select coalesce(sum(extract(epoch from least(period.ended_at, ends_at) - greatest(period.started_at, starts_at))), 0)
       from own join machine_status_period period on period.machine_id = own.id
       where status = 'RUNNING' and started_at < ends_at and (ended_at is null or ended_at > starts_at)
     ) as running
     from piece
   )
   select hashrate_unit as unit, trim_scale(own.hashrate)::text as rated, time,
     trim_scale(round(coalesce(ran.hashrate * running / elapsed, 0), 4))::text as value,
     trim_scale(round(coalesce(sum(ran.hashrate * running) over () / sum(elapsed) over (), 0), 4))::text as average,
     trim_scale(round(sum(running) over () / sum(elapsed) over (), 6))::text as uptime
   from own left join ran on true
   order by time`,
).as<HashrateRow>();

export type Hashrate = Omit<Data<'machineHashrate'>, 'range' | 'now' | 'source'>;

/**
 * The rated hashrate for the part of each piece of the range that the machine ran, by its status log: the same seconds that its
 * output and electricity are computed from. Only of the customer's own days. Null for another customer's machine as for none.
 */
export async function readHashrate(
  db: Queryable,
  customerId: bigint,
  { machineId, range, now }: { machineId: bigint; range: HashrateRange; now: Date },
): Promise<Hashrate | null> {
  const { count, hours } = pieces[range];
  const rows = await many(db, hashrate, [customerId, machineId, now, `${hours} hours`, count]);
  const [first] = rows;
  if (!first) return null;
  const { unit, rated, average, uptime } = first;
  const points = rows.flatMap(({ time, value }) => (time ? [{ time: time.toISOString(), value }] : []));
  return { unit, rated, average, uptime, points };
}
