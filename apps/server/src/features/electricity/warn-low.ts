import { execute, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CustomerRange } from './collect.ts';

/**
 * Days left as `daysLeftOf` counts them: balance over the mean of the last seven days, from the first charged one; not of
 * customers whose output pays first. A trigger writes the message when the level falls; a level that rose again is kept too,
 * so that the next fall is news.
 */
const warn = query(
  'electricity.warn-low',
  `with fee as (
     select customer_id, sum(amount)::numeric as sum,
       case when exists (select from electricity_charge earlier
           where earlier.customer_id = charge.customer_id and earlier.date < $3::date - 6 offset 0)
         or exists (select from carried_charge carried where carried.customer_id = charge.customer_id) then 7
         else $3::date - min(date) + 1 end as days
     from electricity_charge charge
     where customer_id between $1 and $2 and date between $3::date - 6 and $3
       and not exists (select from electricity_account account
         where account.customer_id = charge.customer_id and account.customer_id between $1 and $2 and pay_mode = 'OUTPUT_FIRST')
     group by customer_id having sum(amount) > 0
   ), left_over as (
     select customer_id, available, least(floor(available * days / sum), 9999)::int as days_left
     from fee
     cross join lateral (select coalesce((select available from ledger.customer_balance
       where account_id = ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')), 0) as available) balance
   ), level as (
     select *, case when days_left <= 1 then 1 when days_left <= 3 then 3 when days_left <= 7 then 7 else 99 end as level
     from left_over
   )
   insert into electricity_warning (customer_id, level, days_left, available, owes, date, at)
   select customer_id, level, days_left, available,
     exists (select from owed_electricity debt where debt.customer_id = level.customer_id), $3, $4
   from level order by customer_id
   on conflict (customer_id) do update set level = excluded.level, days_left = excluded.days_left, available = excluded.available,
     owes = excluded.owes, date = excluded.date, at = excluded.at
   where electricity_warning.level <> excluded.level and electricity_warning.date < excluded.date`,
);

/** For the transaction that charged a day: whose prepaid electricity has fallen to 7, 3 or 1 days gets a message, once. */
export async function warnOfLowElectricity(
  db: Queryable,
  { range, at, date }: { range: CustomerRange; at: Date; date: string },
): Promise<void> {
  await execute(db, warn, [range.first, range.last, date, at]);
}
