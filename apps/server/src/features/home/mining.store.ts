import type { MachineStatus, NetworkDaySource } from '@lode/contract/record-states';
import type { MinedCoin } from '@lode/money';
import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Sums over a customer's machines. Whole and decimal numbers of any size come as text, so that no digit is lost. */
export interface MiningRow {
  machines: { status: MachineStatus; coin: MinedCoin; unit: string; count: number; hashrate: string }[];
  /** Closed mining days, oldest first, by coin. */
  days: { date: string; coin: MinedCoin; net: string }[];
  totals: { coin: MinedCoin; net: string }[];
  yesterdayDate: string | null;
  yesterdayFee: bigint;
  /** Work of BTC machines since 00:00 UTC, by pool fee: hashrate · seconds, and the hashrate at work now. */
  work: { poolFeeRate: string; hashrateSeconds: string; hashrate: string }[];
  /** The newest BTC network day: what today's estimate is made with. */
  network: NetworkToday | null;
  /** The last date of outputs that are kept elsewhere; null where none of the customer's are. */
  elsewhereTo: string | null;
}

export interface NetworkToday {
  blocks: number;
  /** Of the day's last epoch. */
  difficulty: string;
  /** Minor units. */
  subsidySum: string;
  feeSum: string;
  source: NetworkDaySource;
}

const listOf = (select: string) => `(select coalesce(jsonb_agg(to_jsonb(list)), '[]') from (${select}) list)`;

const mining = query(
  'home.mining',
  `with latest as materialized (
     select nullif(last_closed_day('mining'), '-infinity') as date
   ), output as materialized (
     select day.date, coin, sum(net) as net
     from latest
     join day_close day on day.kind = 'mining' and day.date > coalesce(latest.date - 30, '-infinity')
     cross join lateral (select coin, net from corrected_output where customer_id = $1 and date = day.date offset 0) mined
     group by day.date, coin
   )
   select
     ${listOf(`
       select status, coin, hashrate_unit as unit, count(*)::int as count, trim_scale(sum(hashrate))::text as hashrate
       from machine where customer_id = $1 group by status, coin, hashrate_unit`)} as machines,
     ${listOf(`
       select output.date, coin, net::text as net from output, latest
       where output.date <= latest.date order by output.date, coin`)} as days,
     ${listOf(`
       select coin, (total.net - coalesce(open.net, 0))::text as net
       from output_total total
       left join (
         select coin, sum(output.net) as net from output, latest where output.date > coalesce(latest.date, '-infinity') group by coin
       ) open using (coin)
       where customer_id = $1 and total.net > coalesce(open.net, 0) order by coin`)} as totals,
     latest.date as "yesterdayDate",
     coalesce((
       select greatest(sum(amount), 0)::bigint from corrected_charge charge where charge.customer_id = $1 and charge.date = latest.date
     ), 0) as "yesterdayFee",
     ${listOf(`
       select trim_scale(pool_fee_rate)::text as "poolFeeRate",
         trim_scale(sum(hashrate * floor(extract(epoch from least(coalesce(ended_at, $2), $2) - greatest(started_at, $3)))))::text
           as "hashrateSeconds",
         trim_scale(coalesce(sum(hashrate) filter (where ended_at is null), 0))::text as hashrate
       from machine
       join machine_status_period period
         on period.machine_id = machine.id and period.status = 'RUNNING'
         and started_at < $2 and coalesce(ended_at, 'infinity') > $3
       where customer_id = $1 and coin = 'BTC'
       group by pool_fee_rate`)} as work,
     (select jsonb_build_object('blocks', blocks, 'difficulty', epochs -> -1 ->> 'difficulty',
        'subsidySum', subsidy_sum::text, 'feeSum', fee_sum::text, 'source', source)
      from network_day where coin = 'BTC' and date <= ($2 at time zone 'UTC')::date order by date desc limit 1) as network,
     (select (max(month) + interval '1 month - 1 day')::date from sealed_days
      where detached_at is not null and exists (select from carried_output where customer_id = $1)) as "elsewhereTo"
   from latest`,
).as<MiningRow>();

/** `since` is 00:00 UTC of the product's today. */
export function readMining(
  db: Queryable,
  customerId: bigint,
  { now, since }: { now: Date; since: Date },
): Promise<MiningRow> {
  return one(db, mining, [customerId, now, since]);
}
