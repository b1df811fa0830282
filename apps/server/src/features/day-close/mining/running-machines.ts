import { execute, one, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import { relation } from '../../../platform/db/relation.ts';
import type { CustomerRange } from '../close-kind.ts';
import type { FppsTerms, NetworkDay } from './fpps-terms.ts';

/**
 * The machines of one batch that ran on the day, with the facts that its queries compute from. It lives as long as the
 * batch's transaction. `seconds` is the sum of `epoch_seconds`, `micro_tariff` the tariff in whole micro-USDT, `weight` the
 * sum of seconds·weight of the FPPS terms.
 */
const createTable = lockingQuery(
  'day-close.create-running-machine',
  `create temporary table if not exists running_machine (
     machine_id bigint not null,
     customer_id bigint not null,
     machine_no text not null,
     coin text not null,
     hashrate numeric not null,
     pool_fee_rate numeric not null,
     power_watts int not null,
     tariff numeric,
     micro_tariff bigint,
     seconds int not null,
     epoch_seconds int[] not null,
     weight numeric not null
   ) on commit delete rows`,
);

/** The rows of the table, as the electricity of the batch reads them. */
export const runningMachines = relation(
  ['machine_id', 'customer_id', 'machine_no', 'coin', 'power_watts', 'seconds', 'tariff', 'micro_tariff'],
  'running_machine',
);

/**
 * Terms from the version that stood on the day, running seconds from the status log alone. Nearly every machine runs the
 * whole day in one period: its seconds are the day's own, and only the others are laid over the epochs. Parts of a second
 * are dropped once per epoch. `offset 0` keeps indexes in use: joined as a whole, every batch would read all machines there
 * are, and the log of all of them.
 */
const fillTable = query(
  'day-close.fill-running-machine',
  `with
   epoch as (
     select n, starts, ends, weight
     from unnest($5::timestamptz[], $6::timestamptz[], $7::numeric[]) with ordinality as epoch (starts, ends, weight, n)
   ), day_tariff as materialized (
     select distinct on (site_id, name) site_id, name, price as tariff, (price * 1000000)::bigint as micro_tariff
     from tariff where effective_from <= $3::date order by site_id, name, effective_from desc
   ), ran as materialized (
     select terms.machine_id as id, terms.customer_id, machine_no, coin, terms.hashrate, terms.pool_fee_rate,
       terms.power_watts, day_tariff.tariff, micro_tariff, period.started_at, period.ended_at,
       period.started_at <= $4 and (period.ended_at is null or period.ended_at >= $4 + interval '1 day') as all_day
     from machine_terms terms
     cross join lateral (select machine_no, coin from machine where id = terms.machine_id offset 0) machine
     cross join lateral (
       select started_at, ended_at from machine_status_period
       where machine_id = terms.machine_id and status = 'RUNNING'
         and started_at < $4::timestamptz + interval '1 day' and (ended_at is null or ended_at > $4)
       offset 0
     ) period
     left join day_tariff on day_tariff.site_id = terms.site_id and day_tariff.name = terms.tariff_name
     where terms.customer_id between $1 and $2 and terms.effective_from <= $3 and terms.effective_to > $3
   ), part as (
     select id, n, epoch.weight,
       floor(extract(epoch from sum(greatest(
         interval '0', least(coalesce(ended_at, ends), ends) - greatest(started_at, starts)))))::int as seconds
     from ran cross join epoch where not all_day group by id, n, epoch.weight
   ), part_of_day as (
     select id, sum(seconds)::int as seconds, array_agg(seconds order by n) as epoch_seconds, sum(seconds * weight) as weight
     from part group by id having sum(seconds) > 0
   )
   insert into running_machine
   select id, customer_id, machine_no, coin, hashrate, pool_fee_rate, power_watts, tariff, micro_tariff, 86400, $8::int[], $9::numeric
   from ran where all_day
   union all
   select machine.id, customer_id, machine_no, coin, hashrate, pool_fee_rate, power_watts, tariff, micro_tariff, part.seconds, part.epoch_seconds,
     part.weight
   from part_of_day part
   join (select distinct on (id) * from ran where not all_day) machine on machine.id = part.id`,
);

/** What the range's machines lack, for people: numbers of the first few. */
export interface Lacking {
  /** One that has no tariff on the day. */
  withoutTariff: string | null;
  /** Machines that ran, mine a coin that the pool reports, and stand in no report. */
  withoutReport: number;
  firstWithoutReport: string[];
}

const lacking = query(
  'day-close.what-machines-lack',
  `select min(machine_no) filter (where tariff is null) as "withoutTariff", count(*) filter (where is_silent)::int as "withoutReport",
     coalesce((array_agg(machine_no order by machine_no) filter (where is_silent))[:5], '{}') as "firstWithoutReport"
   from (
     select machine_no, tariff, coin <> 'BTC' and not exists (
       select from pool_report report where report.machine_id = ran.machine_id and date = $1 and report.coin = ran.coin) as is_silent
     from running_machine ran
   ) machine`,
).as<Lacking>();

/** Fills the table for a range of customers. */
export async function gatherRunningMachines(
  dbTx: Transaction,
  range: CustomerRange,
  day: NetworkDay,
  { weights }: FppsTerms,
): Promise<Lacking> {
  await execute(dbTx, createTable);
  const start = new Date(`${day.date}T00:00:00Z`);
  const seconds = day.epochs.map((epoch) => epoch.seconds);
  const ends = seconds.map((_, i) => secondsAfter(start, sum(seconds.slice(0, i + 1))));
  const starts = [start, ...ends.slice(0, -1)];
  const wholeDay = seconds.reduce((all, part, i) => all + BigInt(part) * (weights[i] as bigint), 0n);
  await execute(dbTx, fillTable, [range.first, range.last, day.date, start, starts, ends, weights, seconds, wholeDay]);
  return one(dbTx, lacking, [day.date]);
}

function secondsAfter(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
