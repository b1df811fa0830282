import { execute, many, type Transaction } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { SavingsCoin } from '../savings-coin.ts';
import type { CoinUpInputs } from './inputs.ts';
import { quickPlans } from './pay-interest.ts';
import type { CustomerRange } from './range.ts';

export interface InterestOfBatch {
  coin: SavingsCoin;
  positions: number;
  amount: bigint;
}

/**
 * What each position of the range earned: the principal that was earning through the whole of the day, by the dates of
 * the orders. The position says what earns now; what was redeemed since the day ended earned on it all the same.
 * principal · rate + carry, divided by 365 · 10^6, in two parts: whole numbers that cannot overflow.
 */
const accrue = query(
  'coin-up.accrue-interest',
  `with rate as (
     select * from unnest($5::text[], $6::bigint[]) rate (coin, ppm)
   ), pending as materialized (
     select customer_id, coin,
       sum_units(amount) filter (where direction = 'OUT' and date > $3 or direction = 'IN' and arrival_date <= $3) as amount
     from coin_up_order
     where customer_id between $1 and $2 and state = 'INTRANSIT'
     group by customer_id, coin
   ), yesterday as (
     select customer_id, coin, carry from coin_up_interest where date = $3::date - 1 and customer_id between $1 and $2
   ), earned as materialized (
     select position.customer_id, position.coin, principal,
       principal / 365000000 * ppm + (principal % 365000000 * ppm + carried) / 365000000 as amount,
       (principal % 365000000 * ppm + carried) % 365000000 as carry
     from coin_up_position position
     join rate using (coin)
     left join pending using (customer_id, coin)
     left join yesterday using (customer_id, coin)
     left join lateral (
       select carry
       from (
         (select day.date, older.carry
          from coin_up_interest_day day
          cross join lateral (
            select carry from coin_up_interest kept
            where kept.date = day.date and kept.customer_id = position.customer_id and kept.coin = position.coin offset 0
          ) older
          where yesterday.carry is null and day.coin = position.coin and day.date < $3 and day.date >= (
            select min(arrival_date) from coin_up_order first where first.customer_id = position.customer_id and first.coin = position.coin)
          order by day.date desc limit 1)
         union all
         (select last_day, carry from carried_interest carried
          where yesterday.carry is null and carried.customer_id = position.customer_id and carried.coin = position.coin
          order by month desc limit 1)
       ) kept
       order by date desc limit 1
     ) earlier on true
     cross join lateral (
       select earning + coalesce(pending.amount, 0) as principal, coalesce(yesterday.carry, earlier.carry, 0) as carried
     ) base
     where position.customer_id between $1 and $2 and principal > 0
   ), kept as (
     insert into coin_up_interest (date, customer_id, coin, principal, amount, carry)
     select $3, customer_id, coin, principal, amount, carry from earned
   ), summed as materialized (
     select rate.coin, count(earned.coin)::int as positions, coalesce(sum_units(earned.amount), 0) as amount
     from rate left join earned on earned.coin = rate.coin
     group by rate.coin
   ), noted as (
     insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount)
     select coin, $3, $4, $1, $2, amount from summed
   )
   select coin, positions, amount from summed order by coin`,
).as<InterestOfBatch>();

/** Keeps the interest of the range's positions, and of each coin how much it is. Nothing is paid here. */
export async function accrueInterest(
  dbTx: Transaction,
  batch: { date: string; number: number; range: CustomerRange; inputs: CoinUpInputs },
): Promise<InterestOfBatch[]> {
  const { date, number, range, inputs } = batch;
  await execute(dbTx, quickPlans);
  const coins = Object.keys(inputs.ratesPpm);
  return many(dbTx, accrue, [range.first, range.last, date, number, coins, Object.values(inputs.ratesPpm)]);
}
