import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { ElectricityFigures } from './outlook.ts';

interface ElectricityRow {
  available: bigint;
  owed: bigint;
  stopped: number;
  dates: string[] | null;
  fees: bigint[] | null;
  elsewhereTo: string | null;
}

/** What each closed day cost, from the customer's first charged day on, at most 30. */
const feesOf = (customer: string) => `
   with day as materialized (
     select date, amount
     from (select date from day_close where kind = 'mining' and closed_at is not null order by date desc limit 30) closed
     cross join lateral (select sum(amount)::bigint as amount from electricity_charge where customer_id = ${customer} and date = closed.date) charged
   )
   select date, coalesce(amount, 0) as amount from day
   where date >= (select min(date) from day where amount is not null)
     or exists (
       select from day_close earlier
       where kind = 'mining' and earlier.date < (select min(date) from day)
         and earlier.date >= (select min(effective_from) from machine_terms where customer_id = ${customer})
         and exists (select from electricity_charge charge where charge.customer_id = ${customer} and charge.date = earlier.date offset 0))
     or exists (select from carried_charge where customer_id = ${customer})`;

const electricity = query(
  'electricity.outlook',
  `with fee as (${feesOf('$1')})
   select
     coalesce((select available from ledger.customer_balance where account_id = ledger.account_id($1, 'ELE_ACCOUNT', 'USDT')), 0) as available,
     coalesce((select sum(owed)::bigint from owed_fees where customer_id = $1), 0) as owed,
     (select count(*)::int from machine where customer_id = $1 and status = 'ARREAR') as stopped,
     array_agg(fee.date order by fee.date) as dates, array_agg(fee.amount order by fee.date) as fees,
     (select max(last_day) from ledger.month_seal join ledger.carried using (month)
      where detached_at is not null and account in (select account_id from ledger.customer_balance where customer = $1)) as "elsewhereTo"
   from fee`,
).as<ElectricityRow>();

export async function readFigures(db: Queryable, customerId: bigint): Promise<ElectricityFigures> {
  const { dates, fees, ...figures } = await one(db, electricity, [customerId]);
  return { ...figures, days: (dates ?? []).map((date, i) => ({ date, fee: fees?.[i] ?? 0n })) };
}

const feeDays = query(
  'electricity.fee-days',
  `select place::int as place, fee.date, fee.amount as fee
   from unnest((select $1::bigint[])) with ordinality asked (customer, place)
   cross join lateral (${feesOf('asked.customer')}) fee
   order by place, fee.date`,
).as<{ place: number; date: string; fee: bigint }>();

/** Of each customer, in their order. */
export async function readFeeDays(
  db: Queryable,
  customerIds: readonly bigint[],
): Promise<ElectricityFigures['days'][]> {
  const rows = await many(db, feeDays, [customerIds]);
  return customerIds.map((_, i) => rows.filter(({ place }) => place === i + 1).map(({ date, fee }) => ({ date, fee })));
}
