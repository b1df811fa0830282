import type { Coin } from '@lode/money';
import { execute, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What can still be undone of a machine's electricity for one day, whatever charged it. */
interface ChargedForDay {
  /** Minor units of the coin: paid in it and not given back yet. */
  paid: bigint;
  /** Micro-USDT of `paid` in USDT that was no promotional credit; refunds give it back first. */
  paidOwn: bigint;
  /** Micro-USDT. */
  owed: bigint;
}

const chargedForDay = query(
  'electricity.charged-for-day',
  `with charged as (
     select paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, owed, 0 as given_back, 0 as promotion_back
     from electricity_charge where machine_id = $1 and date = $2
     union all
     select paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, owed,
       case when adjusted = 'electricity' and adjusted_coin = $3 then moved else 0 end, moved_promotion
     from charge_adjustment where machine_id = $1 and about_date = $2
   )
   select coalesce(sum(case $3 when 'USDT' then paid_prepaid when 'BTC' then paid_btc when 'ETH' then paid_eth else paid_doge end
       - given_back), 0)::bigint as paid,
     coalesce(sum(paid_prepaid - paid_promotion - given_back + promotion_back) filter (where $3 = 'USDT'), 0)::bigint as "paidOwn",
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

const netOfDay = query(
  'electricity.net-of-day',
  'select coalesce(sum(net), 0)::bigint as net from corrected_output where machine_id = $1 and date = $2 and coin = $3',
).as<{ net: bigint }>();

/** What the machine mined in the coin on the day, earlier corrections included: no correction takes back more. */
export async function readNetOfDay(db: Queryable, machineId: bigint, date: string, coin: Coin): Promise<bigint> {
  return (await one(db, netOfDay, [machineId, date, coin])).net;
}

const ownCharge = query(
  'electricity.own-charge-of-day',
  'select coalesce(sum(amount), 0)::bigint as charged from electricity_charge where machine_id = $1 and date = $2',
).as<{ charged: bigint }>();

/** Micro-USDT that the close of the day charged, without corrections. */
export async function readOwnCharge(db: Queryable, machineId: bigint, date: string): Promise<bigint> {
  return (await one(db, ownCharge, [machineId, date])).charged;
}
