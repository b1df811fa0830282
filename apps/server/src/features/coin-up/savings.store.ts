import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Position } from './position-state.ts';
import type { SavingsCoin } from './savings-coin.ts';

export interface Savings extends Position {
  interestBalance: bigint;
  /** Latest closed business day; null before the first. */
  yesterdayDate: string | null;
  /** Paid, of that day. */
  yesterdayInterest: bigint;
  /** Paid, of all days. */
  totalInterest: bigint;
  interestOwed: bigint;
  dates: string[] | null;
  /** Paid of each date: nothing of one that is owed. */
  amounts: bigint[] | null;
  ratesPpm: number[] | null;
  /** The last date whose interest is kept elsewhere; null where all is here. */
  elsewhereTo: string | null;
}

/** $3 is the INCOME account. */
const savings = query(
  'coin-up.savings',
  `with latest as materialized (
     select nullif(last_closed_day('coin-up'), '-infinity') as date
   ), earned as materialized (
     select day.date, interest.amount, paid_at is not null as is_paid
     from coin_up_interest_day day
     cross join lateral (select amount from coin_up_interest where customer_id = $1 and coin = $2 and date = day.date offset 0) interest
     where day.coin = $2 and day.date >= (select min(arrival_date) from coin_up_order where customer_id = $1 and coin = $2)
   ), carried as materialized (
     select min(first_day) as first_day, max(last_day) as last_day, coalesce(sum(amount), 0)::bigint as amount
     from carried_interest where customer_id = $1 and coin = $2
   ), day as (
     select day.date, rate_ppm, coalesce(earned.amount, 0) as amount
     from latest
     join coin_up_interest_day day
       on coin = $2 and day.date between latest.date - 29 and latest.date and day.date >= least((select min(date) from earned), (select first_day from carried))
     left join earned on earned.date = day.date and is_paid
   )
   select coalesce(position.earning, 0) as earning, coalesce(in_transit_in, 0) as "inTransitIn",
     coalesce(in_transit_out, 0) as "inTransitOut",
     coalesce((select posted - held from ledger.balance where account = $3), 0) as "interestBalance",
     latest.date as "yesterdayDate",
     coalesce((select amount from earned where earned.date = latest.date and is_paid), 0) as "yesterdayInterest",
     coalesce((select sum_units(amount) from earned where is_paid), 0) + (select amount from carried) as "totalInterest",
     coalesce((select sum_units(amount) from earned where not is_paid), 0) as "interestOwed",
     (select array_agg(date order by date) from day) as dates, (select array_agg(amount order by date) from day) as amounts,
     (select array_agg(rate_ppm order by date) from day) as "ratesPpm", (select last_day from carried) as "elsewhereTo"
   from latest left join coin_up_position position on customer_id = $1 and coin = $2`,
).as<Savings>();

export function readSavings(
  db: Queryable,
  customer: { customerId: bigint; coin: SavingsCoin; income: bigint },
): Promise<Savings> {
  const { customerId, coin, income } = customer;
  return one(db, savings, [customerId, coin, income]);
}

const yesterday = query(
  'coin-up.yesterday-income',
  `select coalesce(sum_units(amount) filter (where coin = 'BTC'), 0) as btc,
     coalesce(sum_units(amount) filter (where coin = 'USDT'), 0) as usdt
   from (
     select interest.coin, interest.amount
     from coin_up_interest interest join coin_up_interest_day day using (coin, date)
     where interest.date = last_closed_day('coin-up') and customer_id = $1 and paid_at is not null
   ) earned`,
).as<{ btc: bigint; usdt: bigint }>();

/** What the latest closed business day brought. */
export function readYesterdayIncome(db: Queryable, customerId: bigint) {
  return one(db, yesterday, [customerId]);
}
