import { randomUUID } from 'node:crypto';
import { ledgerError } from '@lode/ledger';
import { addDays, businessDate } from '../../platform/clock/clock.ts';
import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CustomerRange } from './collect.ts';

/** The month whose hosting fee falls due with the close of this mining day; null on every day but a month's last. */
export function hostingMonthOf(date: string): string | null {
  const month = `${date.slice(0, 7)}-01`;
  return addDays(date, 1).startsWith(date.slice(0, 7)) ? null : month;
}

/**
 * A month is counted in business days. A day counts when the machine was under contract in any part of it, and the fee
 * is the monthly one by days, rounded down.
 */
const chargeMonth = query(
  'electricity.charge-hosting',
  `insert into hosting_charge (machine_id, month, customer_id, days, amount, owed, charged_at)
   select id, $1, customer_id, days, fee, fee, $4
   from machine
   cross join lateral (
     select
       greatest((start_time at time zone 'Asia/Shanghai')::date, $1::date) as first_day,
       least(((end_time - interval '1 microsecond') at time zone 'Asia/Shanghai')::date, ($1::date + interval '1 month')::date - 1) as last_day,
       ($1::date + interval '1 month')::date - $1::date as days_of_month
   ) hosted
   cross join lateral (select last_day - first_day + 1 as days) counted
   cross join lateral (select div(hosting_fee_monthly * days::numeric, days_of_month)::bigint as fee) charge
   where customer_id between $2 and $3 and purchase_kind = 'THIRD' and hosting_fee_monthly > 0 and days > 0
   on conflict do nothing`,
);

/** Charges the range's hosted machines for the month and pays what the accounts have. Answers how many are charged. */
export async function chargeHosting(
  dbTx: Transaction,
  { month, range, at }: { month: string; range: CustomerRange; at: Date },
): Promise<{ charges: number; transferId: bigint | null }> {
  const charges = await execute(dbTx, chargeMonth, [month, range.first, range.last, at]);
  if (charges === 0) return { charges: 0, transferId: null };
  const customers = await many(dbTx, owingCustomers, [range.first, range.last]);
  const transferId = await payHosting(
    dbTx,
    customers.map(({ customerId }) => customerId),
    at,
  );
  return { charges, transferId };
}

const owingCustomers = query(
  'electricity.customers-owing-hosting',
  `select distinct customer_id as "customerId" from hosting_charge where owed > 0 and customer_id between $1 and $2`,
).as<{ customerId: bigint }>();

/**
 * Oldest month first, from prepaid money that is no promotion: that pays electricity only. Electricity comes before
 * hosting, because only the former stops machines. The records carry the month's last day.
 */
const payOwedHosting = query(
  'electricity.pay-hosting',
  `with queued as (
     select machine_id, month, customer_id, owed,
       greatest(0, posted - held - coalesce(promo_remaining, 0)) as available,
       sum_units(owed) over (partition by customer_id order by month, machine_id) as up_to
     from hosting_charge
     join ledger.balance on account = ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')
     left join electricity_account using (customer_id)
     where owed > 0 and customer_id = any($1::bigint[])
   ), payment as materialized (
     select machine_id, month, customer_id, least(owed, available - (up_to - owed)) as amount
     from queued where available > up_to - owed
   ), paid_charge as (
     update hosting_charge charge
     set paid = paid + payment.amount, owed = owed - payment.amount,
       paid_at = case when owed = payment.amount then $3 else paid_at end
     from payment where charge.machine_id = payment.machine_id and charge.month = payment.month
   ), lists as (
     select array_agg(ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')) as debits,
       array_agg(ledger.house_id('HOSTING_REVENUE', 'USDT')) as credits,
       array_agg('HOSTING_FEE'::ledger.posting_type) as types, array_agg(amount) as amounts,
       array_agg((month + interval '1 month')::date - 1) as dates, array_agg(machine_id) as machines
     from payment
   )
   select ledger.post_batch($2, sha256(array_send(debits) || array_send(credits) || array_send(amounts) || array_send(machines)),
     'hosting', $4, $3, debits, credits, types, amounts, dates, machines) as "transferId"
   from lists where amounts is not null
   union all select null from lists where amounts is null`,
).as<{ transferId: bigint | null }>();

/** Pays hosting that these customers owe; null when there was nothing to pay or nothing to pay with. */
export async function payHosting(db: Queryable, customerIds: readonly bigint[], at: Date): Promise<bigint | null> {
  try {
    const values = [customerIds, `pay-hosting:${randomUUID()}`, at, businessDate(at)];
    return (await one(db, payOwedHosting, values)).transferId;
  } catch (error) {
    throw ledgerError(error);
  }
}
