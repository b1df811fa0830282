import type { Coin } from '@lode/money';
import { execute, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What can still be undone of a machine's electricity for one day, whatever charged it. */
interface ChargedForDay {
  /** Minor units of the coin: paid in it and not given back yet. */
  paid: bigint;
  /** Micro-USDT. */
  owed: bigint;
}

const chargedForDay = query(
  'electricity.charged-for-day',
  `with charged as (
     select paid_prepaid, paid_output, owed, coin, 0 as given_back
     from electricity_charge where machine_id = $1 and date = $2
     union all
     select paid_prepaid, paid_output, owed, coin, case when adjusted = 'electricity' and adjusted_coin = $3 then moved else 0 end
     from charge_adjustment where machine_id = $1 and about_date = $2
   )
   select coalesce(sum(case $3 when 'USDT' then paid_prepaid when coin then paid_output else 0 end - given_back), 0)::bigint as paid,
     coalesce(sum(owed), 0)::bigint as owed
   from charged`,
).as<ChargedForDay>();

export function readChargedForDay(db: Queryable, machineId: bigint, date: string, coin: Coin): Promise<ChargedForDay> {
  return one(db, chargedForDay, [machineId, date, coin]);
}

/** The day's own charge first, then what corrections of it became, in the order in which they were made. */
const waive = query(
  'electricity.waive',
  `with due as (
     select null::bigint as adjustment_id, owed from electricity_charge where machine_id = $1 and date = $2 and owed > 0
     union all
     select id, owed from charge_adjustment where machine_id = $1 and about_date = $2 and owed > 0
   ), queued as (
     select *, sum_units(owed) over (order by adjustment_id nulls first) - owed as before from due
   ), part as (
     select adjustment_id, least(owed, $3 - before) as amount from queued where before < $3
   ), waived_charge as (
     update electricity_charge charge set waived = waived + part.amount, owed = owed - part.amount
     from part where adjustment_id is null and charge.machine_id = $1 and charge.date = $2
   )
   update charge_adjustment charge set waived = waived + part.amount, owed = owed - part.amount
   from part where charge.id = adjustment_id`,
);

/** Takes an amount off what is owed for the day. The caller has locked the customer's accounts and seen that it is there. */
export async function waiveOwed(db: Queryable, machineId: bigint, date: string, amount: bigint): Promise<void> {
  await execute(db, waive, [machineId, date, amount]);
}
