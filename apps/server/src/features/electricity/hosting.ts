import { randomUUID } from 'node:crypto';
import { ledgerError } from '@lode/ledger';
import { addDays, businessDate } from '../../platform/clock/clock.ts';
import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CustomerRange } from './collect.ts';

/** Whether the month's hosting falls due with the close of this mining day: its last one. */
function endsMonth(date: string): boolean {
  return addDays(date, 1).endsWith('-01');
}

/**
 * The business days of a version of terms that no charge has yet: up to the month's end with the close of its last mining day,
 * up to the contract's last day with the close of that. From the first day of the version, of the month, or the one on
 * which the machine came to the site. A version that begins later is charged later, whenever it was announced. Days that another
 * batch of this close charges to another owner of the machine do not count as charged. The fee is the monthly one by days,
 * rounded down. A contract that ends in the last hours of a month's last mining day ends in the next business month.
 */
const chargeDays = query(
  'electricity.charge-hosting',
  `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
   select terms.machine_id, month, terms.customer_id, $1, first_day, last_day, days, terms.hosting_fee_monthly, fee, fee, $4
   from machine_terms terms
   join machine on machine.id = terms.machine_id and purchase_kind = 'THIRD'
   cross join lateral (
     select exists (
       select from machine_terms standing
       where standing.machine_id = terms.machine_id and $1::date >= standing.effective_from and $1::date < standing.effective_to
         and ((standing.end_time - interval '1 microsecond') at time zone 'UTC')::date = $1::date) as ends_contract
   ) contract
   cross join lateral (
     select date_trunc('month', $1::date)::date as month where $5::boolean or ends_contract
     union all select $1::date + 1 where $5::boolean and ends_contract
   ) due
   cross join lateral (
     select
       greatest(month, terms.effective_from, coalesce(terms.on_site_from, (
         select (min(started_at) at time zone 'Asia/Shanghai')::date from machine_status_period period
         where period.machine_id = terms.machine_id and period.status not in ('WAITING', 'ENCAPSULATION')), 'infinity'), (
         select max(last_day) + 1 from hosting_charge earlier
         where earlier.machine_id = terms.machine_id and earlier.date < $1 and adjustment_id is null
       )) as first_day,
       least((month + interval '1 month')::date - 1, terms.effective_to - 1,
         ((terms.end_time - interval '1 microsecond') at time zone 'Asia/Shanghai')::date) as last_day,
       (month + interval '1 month')::date - month as days_of_month
   ) hosted
   cross join lateral (select case when first_day <= last_day then last_day - first_day + 1 end as days) counted
   cross join lateral (select div(terms.hosting_fee_monthly * days::numeric, days_of_month)::bigint as fee) charge
   where terms.customer_id between $2 and $3 and terms.effective_from <= $1 and terms.hosting_fee_monthly > 0 and days > 0
   order by terms.machine_id, first_day`,
);

export interface HostingCharged {
  charges: number;
  transferId: bigint | null;
  /** The price that a payment from OUTPUT needed and that is not there: `BTC of 2020-03-01`. */
  missingPrice: string | null;
}

/** Charges the range's hosted machines whose days are due with this mining day, and pays what the accounts have. */
export async function chargeHosting(
  dbTx: Transaction,
  { date, range, at }: { date: string; range: CustomerRange; at: Date },
): Promise<HostingCharged> {
  const charges = await execute(dbTx, chargeDays, [date, range.first, range.last, at, endsMonth(date)]);
  const customers = await many(dbTx, owingCustomers, [range.first, range.last]);
  if (customers.length === 0) return { charges, transferId: null, missingPrice: null };
  const paid = await payHosting(
    dbTx,
    customers.map(({ customerId }) => customerId),
    at,
  );
  return { charges, ...paid };
}

const owingCustomers = query(
  'electricity.customers-owing-hosting',
  `select distinct customer_id as "customerId" from hosting_charge where owed > 0 and customer_id between $1 and $2`,
).as<{ customerId: bigint }>();

const lineOf = (account: string, coin: string, amount: string) => `
     select id, machine_id, date, ledger.account_id(customer_id, '${account}', '${coin}') as debit,
       ledger.house_id('HOSTING_REVENUE', '${coin}') as credit, ${amount} as amount
     from payment where ${amount} > 0`;

/**
 * Oldest first: from prepaid money that is no promotion, which pays electricity only, then from outputs at the price of the
 * charge's date, as `pay_charges` pays electricity. Electricity comes before hosting, because only the former stops machines.
 */
const payOwedHosting = query(
  'electricity.pay-hosting',
  `with due as materialized (
     select hosting.id, machine_id, date, hosting.customer_id, owed, coin,
       row_number() over (partition by hosting.customer_id order by date, machine_no collate "C", hosting.id)::int as n
     from hosting_charge hosting join machine on machine.id = machine_id
     where owed > 0 and hosting.customer_id = any($1::bigint[])
   ), price as (
     select date, array[max(usdt) filter (where coin = 'BTC'), max(usdt) filter (where coin = 'ETH'), max(usdt) filter (where coin = 'DOGE')] as usdt
     from reference_price where date in (select date from due) group by date
   ), queue as (
     select customer_id, array_agg(owed order by n) as amounts,
       array_agg(case coin when 'BTC' then 1 when 'ETH' then 2 else 3 end order by n) as mined,
       array_agg(coalesce(usdt, array[null, null, null]::bigint[]) order by n) as prices
     from due left join price using (date) group by customer_id
   ), money as materialized (
     select customer, account, coin, available from ledger.customer_balance where customer = any($1::bigint[])
   ), payer as (
     select queue.*, greatest(0, coalesce(ele.available, 0) - coalesce(promo_remaining, 0)) as prepaid,
       array[coalesce(btc.available, 0), coalesce(eth.available, 0), coalesce(doge.available, 0)] as output
     from queue
     left join electricity_account using (customer_id)
     left join money ele on ele.customer = customer_id and ele.account = 'ELE_ACCOUNT'
     left join money btc on btc.customer = customer_id and btc.account = 'OUTPUT_ACCOUNT' and btc.coin = 'BTC'
     left join money eth on eth.customer = customer_id and eth.account = 'OUTPUT_ACCOUNT' and eth.coin = 'ETH'
     left join money doge on doge.customer = customer_id and doge.account = 'OUTPUT_ACCOUNT' and doge.coin = 'DOGE'
   ), payment as materialized (
     select due.*, from_prepaid, from_btc, from_eth, from_doge, covered, unpriced
     from payer
     cross join lateral pay_charges(false, prepaid, output, amounts, mined, prices) payment
     join due using (customer_id, n)
   ), paid_charge as (
     update hosting_charge charge
     set paid_prepaid = paid_prepaid + from_prepaid, paid_btc = paid_btc + from_btc, paid_eth = paid_eth + from_eth,
       paid_doge = paid_doge + from_doge, paid_output_usdt = paid_output_usdt + covered, owed = charge.owed - from_prepaid - covered,
       paid_at = case when charge.owed = from_prepaid + covered then $3 else paid_at end
     from payment where charge.id = payment.id and from_prepaid + covered > 0
   ), line as (${[
     lineOf('ELE_ACCOUNT', 'USDT', 'from_prepaid'),
     lineOf('OUTPUT_ACCOUNT', 'BTC', 'from_btc'),
     lineOf('OUTPUT_ACCOUNT', 'ETH', 'from_eth'),
     lineOf('OUTPUT_ACCOUNT', 'DOGE', 'from_doge'),
   ].join(`
     union all`)}
   ), lists as (
     select array_agg(debit) as debits, array_agg(credit) as credits, array_agg('HOSTING_FEE'::ledger.posting_type) as types,
       array_agg(amount) as amounts, array_agg(date) as dates, array_agg(machine_id) as machines
     from line
   )
   select (select ledger.post_batch($2, sha256(array_send(debits) || array_send(credits) || array_send(amounts) || array_send(machines)),
       'hosting', $4, $3, debits, credits, types, amounts, dates, machines) from lists where amounts is not null) as "transferId",
     (select min((array['BTC', 'ETH', 'DOGE'])[unpriced] || ' of ' || date) from payment where unpriced is not null) as "missingPrice"`,
).as<Omit<HostingCharged, 'charges'>>();

/** Pays hosting that these customers owe; no transfer when there was nothing to pay or nothing to pay with. */
export async function payHosting(
  db: Queryable,
  customerIds: readonly bigint[],
  at: Date,
): Promise<Omit<HostingCharged, 'charges'>> {
  try {
    return await one(db, payOwedHosting, [customerIds, `pay-hosting:${randomUUID()}`, at, businessDate(at)]);
  } catch (error) {
    throw ledgerError(error);
  }
}
