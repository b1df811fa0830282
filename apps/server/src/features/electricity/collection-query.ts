import type { Relation } from '../../platform/db/relation.ts';

/**
 * The one way in which electricity is paid, as SQL. It is built around the relation of what is due, so that the close of
 * a day (its new charges and whatever is still owed) and every later credit (what is owed) run the same rules:
 *
 * - a customer's charges go by date, then machine number;
 * - each takes what the customer's first account has, the rest from the second, what remains is owed;
 * - OUTPUT pays in the machine's coin at the price of the charge's day, rounded in the customer's favour: the units
 *   that are taken down, the micro-USDT that a last part covers up.
 *
 * Running sums stand in for paying one charge after the other: an account that is asked in a fixed order gives each
 * charge what those before it have left. The caller has locked the balances in an earlier statement.
 *
 * Parameters: $1 key of the transfer, $2 its business date, $3 its time; then what each statement is about.
 */
interface Scope {
  /**
   * What is due: machine_id, date, customer_id, machine_no, adjustment_id, coin, amount, price_date, is_new, and of a new
   * charge its seconds, power_watts and price.
   */
  due: string;
  /** Whose: a condition on a column with the customer's id. */
  isOfCustomers(column: string): string;
}

const inOrder = `date, machine_no collate "C", machine_id, adjustment_id nulls first`;
const ofCharge =
  'machine_id, date, customer_id, machine_no, adjustment_id, coin, amount, is_new, seconds, power_watts, price';

function collection({ due, isOfCustomers }: Scope): string {
  return `with
   due as materialized (${due}),
   money as materialized (select account_id, available from ledger.customer_balance where ${isOfCustomers('customer')}),
   pays as materialized (
     select customer_id, pay_mode = 'OUTPUT_FIRST' as output_first, promo_remaining from electricity_account where ${isOfCustomers('customer_id')}
   ),
   payer as materialized (
     select customer_id, output_first, prepaid, not output_first and not has_debt and asked <= prepaid as has_enough
     from (
       select customer_id, sum_units(amount) as asked, bool_or(not is_new) as has_debt from due group by customer_id
     ) asking
     left join (select account_id, available from money) ele on account_id = ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')
     left join (select customer_id, output_first as chosen from pays) pays using (customer_id)
     cross join lateral (select coalesce(chosen, false) as output_first, coalesce(available, 0) as prepaid) opening
   ),
   -- Most customers have prepaid enough for the whole day: no queue is needed where there is no shortage.
   paid_at_once as (
     select due.* from due join payer using (customer_id) where has_enough
   ),
   facing as (
     select due.*, output_first, prepaid,
       sum_units(amount) over (partition by customer_id order by ${inOrder}) as up_to
     from due join payer using (customer_id) where not has_enough
   ),
   asking_output as (
     select facing.*, from_prepaid, amount - from_prepaid as asked, usdt, coalesce(available, 0) as output,
       div((amount - from_prepaid) * 100000000::numeric, usdt)::bigint as units
     from facing
     cross join lateral (
       select case when output_first then 0 else least(amount, greatest(0, prepaid - (up_to - amount))) end as from_prepaid
     ) first_account
     left join money on account_id = ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', facing.coin)
     left join reference_price price on price.coin = facing.coin and price.date = price_date
   ),
   queued_for_output as (
     select *, sum_units(units) over (
       partition by customer_id, coin order by ${inOrder} rows between unbounded preceding and 1 preceding) as before
     from asking_output
   ),
   after_output as (
     select *,
       case when units is null or before >= output then 0 else least(units, output - before) end as from_output,
       case when units is null or before >= output then 0
         when before + units <= output then asked
         else least(asked, ceil((output - before) * usdt::numeric / 100000000)::bigint) end as covered
     from queued_for_output
   ),
   queued_for_rest as (
     select *, asked - covered as rest,
       sum_units(asked - covered) over (partition by customer_id order by ${inOrder}) as rest_up_to
     from after_output
   ),
   collected as materialized (
     select ${ofCharge}, amount as from_prepaid, 0::bigint as from_output, 0::bigint as covered, null::date as unpriced
     from paid_at_once
     union all
     select ${ofCharge}, case when output_first then least(rest, greatest(0, prepaid - (rest_up_to - rest))) else from_prepaid end,
       from_output, covered, case when units is null and asked > 0 and before < output then price_date end
     from queued_for_rest
   )`;
}

/** The machines to charge for a day, one row each; the caller offers them. */
export type ChargeableMachines = Relation<
  'machine_id' | 'customer_id' | 'machine_no' | 'coin' | 'power_watts' | 'seconds' | 'price' | 'micro_price'
>;

/** New charges of the day: kWh · price, rounded down once, in whole numbers that cannot overflow. */
const newCharges = (machines: ChargeableMachines) => `
  select machine_id, $4::date as date, customer_id, machine_no, null::bigint as adjustment_id, coin,
    watt_seconds / 3600000 * micro_price + watt_seconds % 3600000 * micro_price / 3600000 as amount,
    $4::date as price_date, true as is_new, seconds, power_watts, price
  from (${machines.query}) machine
  cross join lateral (select power_watts::bigint * seconds as watt_seconds) terms`;

const owedCharges = (customers: string) => `
  select machine_id, date, customer_id, machine_no, adjustment_id, coin, owed as amount, price_date, false as is_new,
    null::int as seconds, null::int as power_watts, null::numeric as price
  from owed_electricity where ${customers}`;

/** The type as a constant of its own: text that becomes an enum is looked up for every line. */
const typeOf = (...coins: string[]) => `case
  when adjustment_id is not null then 'ADJUST_ELE'::ledger.posting_type
  ${coins.map((coin) => `when coin = '${coin}' then 'ELE_CONSUME_${coin}'::ledger.posting_type`).join(' ')} end`;

const postings = `
   line as (
     select machine_id, date, ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT') as debit,
       ledger.house_id('ELECTRICITY_REVENUE', 'USDT') as credit,
       case when adjustment_id is null then 'ELE_CONSUME_USDT'::ledger.posting_type else 'ADJUST_ELE'::ledger.posting_type end as type,
       from_prepaid as amount
     from collected where from_prepaid > 0
     union all
     select machine_id, date, ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', coin),
       ledger.house_id('ELECTRICITY_REVENUE', coin), ${typeOf('BTC', 'ETH', 'DOGE')}, from_output
     from collected where from_output > 0
   ),
   lists as (
     select array_agg(debit) as debits, array_agg(credit) as credits, array_agg(type) as types,
       array_agg(amount) as amounts, array_agg(date) as dates, array_agg(machine_id) as machines
     from line
   )`;

const charged = `
   charged as (
     insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price,
       amount, paid_prepaid, paid_output, paid_output_usdt, owed)
     select machine_id, date, customer_id, machine_no, coin, seconds, power_watts, price,
       amount, from_prepaid, from_output, covered, amount - from_prepaid - covered
     from collected where is_new
   )`;

/** Promotional credit is spent first: it is what is missing from the prepaid account first. */
const paid = `
   paid_charge as (
     update electricity_charge charge
     set paid_prepaid = paid_prepaid + from_prepaid, paid_output = paid_output + from_output,
       paid_output_usdt = paid_output_usdt + covered, owed = owed - from_prepaid - covered
     from collected
     where charge.machine_id = collected.machine_id and charge.date = collected.date
       and not is_new and adjustment_id is null and from_prepaid + covered > 0
   ),
   paid_adjustment as (
     update charge_adjustment charge
     set paid_prepaid = paid_prepaid + from_prepaid, paid_output = paid_output + from_output,
       paid_output_usdt = paid_output_usdt + covered, owed = owed - from_prepaid - covered
     from collected
     where charge.id = adjustment_id and from_prepaid + covered > 0
   ),
   spent as (
     select customer_id, sum_units(from_prepaid) as amount
     from collected join pays using (customer_id) where promo_remaining > 0 and from_prepaid > 0 group by customer_id
   ),
   promotion as (
     update electricity_account account set promo_remaining = greatest(0, promo_remaining - spent.amount)
     from spent where account.customer_id = spent.customer_id
   )`;

const answer = `
   select
     (select count(*)::int from collected where is_new) as charges,
     (select ledger.post_batch($1, sha256(array_send(debits) || array_send(credits) || array_send(amounts) || array_send(machines)),
        'electricity', $2, $3, debits, credits, types, amounts, dates, machines)
      from lists where amounts is not null) as "transferId",
     (select coalesce(array_agg(distinct customer_id), '{}') from collected
      where not is_new and from_prepaid + covered > 0) as "relievedCustomers",
     (select min(coin || ' of ' || unpriced) from collected where unpriced is not null) as "missingPrice"`;

/** $4 the day, $5 and $6 the first and last customer. */
export const collectDaySql = (machines: ChargeableMachines): string =>
  [
    collection({
      due: `${newCharges(machines)} union all ${owedCharges('customer_id between $5 and $6')}`,
      isOfCustomers: (column) => `${column} between $5 and $6`,
    }),
    postings,
    charged,
    paid,
  ].join(',') + answer;

/** $4 the customers. */
export const collectOwedSql =
  [
    collection({
      due: owedCharges('customer_id = any($4::bigint[])'),
      isOfCustomers: (column) => `${column} = any($4::bigint[])`,
    }),
    postings,
    paid,
  ].join(',') + answer;
