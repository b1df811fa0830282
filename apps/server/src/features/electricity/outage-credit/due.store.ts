import type { Coin } from '@lode/money';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** Machines and time of an outage. */
export interface OutageWindow {
  siteId: bigint | null;
  machineId: bigint | null;
  from: Date;
  to: Date;
}

/** The network's figures that a closed day was computed from. */
export interface ClosedDay {
  date: string;
  isClosed: boolean;
  network: {
    blocks: number;
    subsidySum: string;
    feeSum: string;
    epochs: { difficulty: string; seconds: number }[];
  } | null;
  /** Micro-USDT for one BTC; null where none is fixed. */
  btcPrice: bigint | null;
}

const days = query(
  'electricity.outage-days',
  `select day::date as date, closed_at is not null as "isClosed", inputs -> 'network' as network, usdt as "btcPrice"
   from generate_series($1::date, $2::date, interval '1 day') day
   left join day_close on kind = 'mining' and day_close.date = day::date
   left join reference_price price on price.coin = 'BTC' and price.date = day::date
   order by day`,
).as<ClosedDay>();

export function readDays(db: Queryable, first: string, last: string): Promise<ClosedDay[]> {
  return many(db, days, [first, last]);
}

/** What a close computed for a machine's day, and what it would have computed had the log said that the machine stood. */
export interface DueRow {
  machineId: bigint;
  machineNo: string;
  customerId: bigint;
  account: string;
  /** Accounts are closed for good: nothing is given back and nothing is taken. */
  hasLeft: boolean;
  date: string;
  coin: Exclude<Coin, 'USDT'>;
  /** Seconds of the day, without earlier outage credits and without this one; in all, and by epoch for the output. */
  secondsBefore: number;
  secondsAfter: number;
  epochsBefore: number[];
  epochsAfter: number[];
  /** Of the day's charge. Null: nothing was charged. */
  powerWatts: number | null;
  price: string | null;
  owed: bigint;
  /** Paid by the charge and not given back yet: micro-USDT, of it promotional credit, and minor units of each coin. */
  paid: bigint;
  paidPromotion: bigint;
  paidBtc: bigint;
  paidEth: bigint;
  paidDoge: bigint;
  /** Coins paid some of the day's charge, given back or not. */
  isPaidInCoins: boolean;
  /** The electricity of the day was corrected by hand. */
  isElectricityByHand: boolean;
  /** Of the day's BTC output that was computed from seconds. Null: there is none. */
  hashrate: string | null;
  poolFeeRate: string | null;
  isOutputByHand: boolean;
}

/**
 * $1 and $2 the customers; $3 to $6 the epochs of the days: date, number, start, end; $7 machine or null, $8 site or null, $9 and $10
 * the time, $11 the credit: only those before it have taken seconds out of a day; $12 whether outputs stay.
 */
const due = query(
  'electricity.outage-due',
  `with epoch as (
     select date, n, starts, ends from unnest($3::date[], $4::int[], $5::timestamptz[], $6::timestamptz[]) epoch (date, n, starts, ends)
   ), day as materialized (
     select date, min(starts) as starts, max(ends) as ends from epoch group by date
   ), machine_day as materialized (
     select machine_id, customer_id, site_id, date, starts, ends
     from machine_terms terms join day on effective_from <= date and effective_to > date
     where customer_id between $1 and $2 and (machine_id = $7 or site_id = $8)
   ), ran as materialized (
     select machine_day.*, running
     from machine_day
     cross join lateral (
       select range_agg(tstzrange(greatest(started_at, starts), least(coalesce(ended_at, 'infinity'), ends))) as running
       from machine_status_period period
       where period.machine_id = machine_day.machine_id and status = 'RUNNING' and started_at < ends and coalesce(ended_at, 'infinity') > starts
     ) log
     where running && tstzrange($9, $10)
   ), earlier as (
     select ran.machine_id, ran.date, range_agg(tstzrange(from_at, to_at)) as spans,
       range_agg(tstzrange(from_at, to_at)) filter (where not keeps_output) as output_spans
     from ran join outage_credit credit
       on (credit.machine_id = ran.machine_id or credit.site_id = ran.site_id) and credit.id < $11 and from_at < ends and to_at > starts
     group by ran.machine_id, ran.date
   ), counted as (
     select ran.machine_id, ran.date, sum(seconds_within(before, epoch.starts, epoch.ends))::int as seconds_before,
       sum(seconds_within(after, epoch.starts, epoch.ends))::int as seconds_after,
       array_agg(seconds_within(output_before, epoch.starts, epoch.ends) order by n) as epochs_before,
       array_agg(seconds_within(output_before - this, epoch.starts, epoch.ends) order by n) as epochs_after
     from ran
     left join earlier using (machine_id, date)
     cross join lateral (select tstzmultirange(tstzrange($9, $10)) as this, running - coalesce(spans, '{}') as before) removed
     cross join lateral (select before - this as after, running - coalesce(output_spans, '{}') as output_before) remaining
     join epoch using (date)
     group by ran.machine_id, ran.date
   )
   select ran.machine_id as "machineId", machine.machine_no as "machineNo", ran.customer_id as "customerId", account, customer.status = 'CLOSED' as "hasLeft", ran.date, machine.coin,
     seconds_before as "secondsBefore", seconds_after as "secondsAfter", epochs_before as "epochsBefore", epochs_after as "epochsAfter",
     charge.power_watts as "powerWatts", trim_scale(charge.price)::text as price, coalesce(owed, 0) as owed,
     coalesce(paid_prepaid, 0) - back_usdt as paid, coalesce(paid_promotion, 0) - back_promotion as "paidPromotion",
     coalesce(paid_btc, 0) - back_btc as "paidBtc", coalesce(paid_eth, 0) - back_eth as "paidEth", coalesce(paid_doge, 0) - back_doge as "paidDoge",
     coalesce(paid_btc + paid_eth + paid_doge, 0) > 0 as "isPaidInCoins",
     is_electricity_by_hand as "isElectricityByHand", trim_scale(output.hashrate)::text as hashrate,
     trim_scale(output.pool_fee_rate)::text as "poolFeeRate", is_output_by_hand as "isOutputByHand"
   from ran
   join counted using (machine_id, date)
   join machine on machine.id = ran.machine_id
   join customer on customer.id = ran.customer_id
   left join electricity_charge charge on charge.machine_id = ran.machine_id and charge.date = ran.date
   left join machine_output output
     on output.machine_id = ran.machine_id and output.date = ran.date and output.coin = 'BTC' and epoch_seconds is not null and not $12
   cross join lateral (
     select coalesce(sum_units(moved) filter (where is_refund and adjusted_coin = 'USDT'), 0) as back_usdt,
       coalesce(sum_units(moved_promotion), 0) as back_promotion,
       coalesce(sum_units(moved) filter (where is_refund and adjusted_coin = 'BTC'), 0) as back_btc,
       coalesce(sum_units(moved) filter (where is_refund and adjusted_coin = 'ETH'), 0) as back_eth,
       coalesce(sum_units(moved) filter (where is_refund and adjusted_coin = 'DOGE'), 0) as back_doge,
       coalesce(bool_or(adjusted = 'electricity' and outage_credit_id is null), false) as is_electricity_by_hand,
       coalesce(bool_or(adjusted = 'output' and outage_credit_id is null), false) as is_output_by_hand
     from charge_adjustment cross join lateral (select adjusted = 'electricity' and moved > 0 as is_refund) kind
     where charge_adjustment.machine_id = ran.machine_id and about_date = ran.date
   ) corrected
   where seconds_before > seconds_after or epochs_before <> epochs_after
   order by ran.customer_id, ran.date, machine.machine_no collate "C"`,
).as<DueRow>();

export interface DueQuestion {
  first: bigint;
  last: bigint;
  window: OutageWindow;
  keepsOutput: boolean;
  days: readonly ClosedDay[];
  /** Null: a preview, after every credit there is. */
  creditId: bigint | null;
}

/** In the order in which charges are paid: by customer, date and machine number. */
export function readDue(db: Queryable, question: DueQuestion): Promise<DueRow[]> {
  const { first, last, window, keepsOutput, creditId } = question;
  const epochs = question.days.flatMap(({ date, network }) => epochsOf(date, network?.epochs ?? []));
  return many(db, due, [
    first,
    last,
    epochs.map(({ date }) => date),
    epochs.map(({ n }) => n),
    epochs.map(({ starts }) => starts),
    epochs.map(({ ends }) => ends),
    window.machineId,
    window.siteId,
    window.from,
    window.to,
    creditId ?? 2n ** 63n - 1n,
    keepsOutput,
  ]);
}

function epochsOf(date: string, epochs: readonly { seconds: number }[]) {
  let starts = Date.parse(`${date}T00:00:00Z`);
  return epochs.map(({ seconds }, i) => {
    const epoch = { date, n: i + 1, starts: new Date(starts), ends: new Date(starts + seconds * 1000) };
    starts += seconds * 1000;
    return epoch;
  });
}
