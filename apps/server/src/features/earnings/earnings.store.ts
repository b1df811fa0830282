import type { earningPeriods } from '@lode/contract/schemas';
import type { MinedCoin } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { hostingSpans, hostingThrough } from './hosting-days.ts';

/**
 * Facts of some closed mining days, each beside its corrections: outputs with the day's price, electricity, hosting. $1 is the
 * customer, $2 and $3 bound the machines. Days that are kept elsewhere count as what is carried forward. A machine's electricity of a
 * day is never below nothing, as on its own screen.
 */
const factsOf = (days: string) => `
  with latest as materialized (
    select nullif(last_closed_day('mining'), '-infinity') as date
  ), first as materialized (
    select min(least(terms.effective_from, (machine.start_time at time zone 'UTC')::date)) as date
    from machine_terms terms join machine on machine.id = terms.machine_id
    where terms.customer_id = $1 and terms.machine_id between $2 and $3
  ), day as materialized (${days}
  ), output as materialized (
    select mined.date, mined.coin, mined.net, price.usdt
    from (
      select day.date, part.coin, sum(part.net) as net
      from day cross join lateral (
        select coin, net from corrected_output where customer_id = $1 and date = day.date and machine_id between $2 and $3 offset 0
      ) part
      group by day.date, part.coin
    ) mined
    left join reference_price price on price.coin = mined.coin and price.date = mined.date
  ), electricity as materialized (
    select date, sum(greatest(amount, 0)) as amount
    from (
      select day.date, part.machine_id, sum(part.amount) as amount
      from day cross join lateral (
        select machine_id, amount from corrected_charge where customer_id = $1 and date = day.date and machine_id between $2 and $3 offset 0
      ) part
      group by day.date, part.machine_id
    ) machine_day
    group by date
  ), ${hostingSpans}`;

export interface PeriodRow {
  period: (typeof earningPeriods)[number];
  from: string | null;
  to: string | null;
  days: number;
  /** `value` is the exact sum of amount · price: minor units times micro-USDT. */
  outputs: { coin: MinedCoin; net: string; value: string; isUnpriced: boolean }[];
  electricity: bigint;
  hosting: bigint;
  /** Of the hosting of this month's closed days what is not charged yet, and what a whole month costs by the terms of the latest. */
  hostingToCome: bigint;
  hostingMonthly: bigint;
  /** Whether the customer has or had the machine, or any. */
  isKnown: boolean;
  /** What the customer paid for the one machine that is asked for; null where the staff does not know it. */
  purchase: bigint | null;
}

const closedDays = `
    select day_close.date from day_close, latest, first
    where kind = 'mining' and day_close.date <= latest.date and day_close.date >= first.date`;

const periods = query(
  'earnings.periods',
  `${factsOf(closedDays)}
  select period.name as period, span.since as "from", span.until as "to", span.days, sums.outputs,
    coalesce((
      select sum(amount) from (
        select amount from electricity where date >= period.since
        union all
        select amount from carried_charge where customer_id = $1 and machine_id between $2 and $3 and month >= period.since
      ) part
    ), 0)::bigint as electricity,
    coalesce((
      select sum(${hostingThrough('latest.date')} - ${hostingThrough('least(latest.date, period.since - 1)')}) from hosting
    ), 0)::bigint as hosting,
    coalesce((select sum(total) from to_come), 0)::bigint as "hostingToCome",
    coalesce((select sum(fee) from to_come where last_day = latest.date), 0)::bigint as "hostingMonthly",
    (select date from first) is not null as "isKnown",
    (select price from machine_purchase where customer_id = $1 and machine_id = $2 and $2 = $3) as purchase
  from latest
  cross join lateral (values
    (1, 'YESTERDAY', coalesce(latest.date, 'infinity')), (2, 'MONTH', $4::date), (3, 'TOTAL', '-infinity'::date)
  ) period (place, name, since)
  cross join lateral (
    select min(date) as since, max(date) as until, count(*)::int as days from day where date >= period.since
  ) span
  cross join lateral (
    select coalesce(jsonb_agg(to_jsonb(list)), '[]') as outputs
    from (
      select coin, sum(net)::text as net, coalesce(sum(value), 0)::text as value, bool_or(is_unpriced) as "isUnpriced"
      from (
        select coin, net, net * usdt as value, usdt is null and net <> 0 as is_unpriced from output where date >= period.since
        union all
        select coin, net, value, is_unpriced from carried_output
        where customer_id = $1 and machine_id between $2 and $3 and month >= period.since
      ) part
      group by coin order by coin
    ) list
  ) sums
  order by period.place`,
).as<PeriodRow>();

const everyMachine = { first: 0n, last: 2n ** 63n - 1n };
const boundsOf = (machineId: bigint | null) => [machineId ?? everyMachine.first, machineId ?? everyMachine.last];

/** `month` is the first day of this month, in mining days. */
export function readPeriods(
  db: Queryable,
  customerId: bigint,
  { machineId, month }: { machineId: bigint | null; month: string },
): Promise<PeriodRow[]> {
  return many(db, periods, [customerId, ...boundsOf(machineId), month]);
}

export interface EarningDayRow {
  date: string;
  outputs: { coin: MinedCoin; net: string; usdt: string | null }[];
  electricity: bigint;
  hosting: bigint;
}

const days = query(
  'earnings.days',
  `${factsOf(`${closedDays} and day_close.date < $4 and not is_day_elsewhere(day_close.date)
    order by day_close.date desc limit $5 offset $6`)}
  select day.date,
    coalesce((
      select jsonb_agg(jsonb_build_object('coin', coin, 'net', net::text, 'usdt', usdt::text) order by coin)
      from output where output.date = day.date
    ), '[]') as outputs,
    coalesce(electricity.amount, 0)::bigint as electricity,
    coalesce((
      select sum(${hostingThrough('day.date')} - ${hostingThrough('before.date')}) from hosting
      where first_day <= day.date and last_day > before.date
    ), 0)::bigint as hosting
  from day
  -- Of dates without a close the next one that has one bears the hosting.
  cross join lateral (
    select coalesce(max(date), '-infinity') as date from day_close where kind = 'mining' and date < day.date
  ) before
  left join electricity on electricity.date = day.date
  order by day.date desc`,
).as<EarningDayRow>();

/** Newest first; a closed day on which nothing ran is a day of zeros, one that is kept elsewhere is left out. */
export function readEarningDays(
  db: Queryable,
  customerId: bigint,
  machineId: bigint | null,
  { after, limit, offset }: { after: readonly [date: string] | null; limit: number; offset: number },
): Promise<EarningDayRow[]> {
  return many(db, days, [customerId, ...boundsOf(machineId), after?.[0] ?? 'infinity', limit, offset]);
}
