import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { ElectricityFigures } from './outlook.ts';

interface ElectricityRow {
  available: bigint;
  owed: bigint;
  stopped: number;
  dates: string[] | null;
  fees: bigint[] | null;
}

const electricity = query(
  'electricity.outlook',
  `with day as (
     select date from day_close
     where kind = 'mining' and closed_at is not null
       and date >= (select min(date) from electricity_charge where customer_id = $1)
     order by date desc limit 30
   ), fee as (
     select day.date, coalesce(sum(amount), 0)::bigint as amount
     from day left join electricity_charge charge on charge.customer_id = $1 and charge.date = day.date
     group by day.date
   )
   select
     coalesce((select available from ledger.customer_balance where account_id = ledger.account_id($1, 'ELE_ACCOUNT', 'USDT')), 0) as available,
     coalesce((select sum(owed)::bigint from owed_fees where customer_id = $1), 0) as owed,
     (select count(*)::int from machine where customer_id = $1 and status = 'ARREAR') as stopped,
     array_agg(fee.date order by fee.date) as dates, array_agg(fee.amount order by fee.date) as fees
   from fee`,
).as<ElectricityRow>();

export async function readFigures(db: Queryable, customerId: bigint): Promise<ElectricityFigures> {
  const { available, owed, stopped, dates, fees } = await one(db, electricity, [customerId]);
  return { available, owed, stopped, days: (dates ?? []).map((date, i) => ({ date, fee: fees?.[i] ?? 0n })) };
}
