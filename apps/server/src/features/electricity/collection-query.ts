import type { Relation } from '../../platform/db/relation.ts';

/**
 * How electricity is collected, as SQL around the relation of what is due: the close of a day (its new charges and what is still
 * owed) and every later credit (what is owed) apply the same order:
 *
 * - a customer's charges go by date, then machine number;
 * - each takes what the customer's first account has, the rest from the second, what remains is owed;
 * - OUTPUT pays with the mined coin first, then BTC, ETH and DOGE, at the price of the charge's day, rounded in the customer's
 *   favour.
 *
 * Most customers prepaid enough and are paid in one step; the function `pay_charges` of the database pays the charges of the
 * others one after the other. The caller has locked the balances in an earlier query.
 *
 * Parameters: $1 key of the transfer, $2 its business date, $3 its time; then those of each query.
 */
interface Scope {
  /**
   * What is due: machine_id, date, customer_id, machine_no, adjustment_id, coin, amount, price_date, is_new, and of a new
   * charge its seconds, power_watts and tariff.
   */
  due: string;
  /** Whose: a condition on a column with the customer's id. */
  readonly isOfCustomers: (column: string) => string;
}

const inOrder = `date, machine_no collate "C", machine_id, adjustment_id nulls first`;
const ofCharge =
  'machine_id, date, customer_id, machine_no, adjustment_id, coin, amount, price_date, is_new, seconds, power_watts, tariff';

/** The numbers that `pay_charges` gives the coins. */
export const numberOfCoin = `case coin when 'BTC' then 1 when 'ETH' then 2 else 3 end`;

/** `payer`: each customer's debts, balances and pay mode. */
const accountsOf = ({ due, isOfCustomers }: Scope) => `
   due as materialized (${due}),
   money as materialized (select account_id, available from ledger.customer_balance where ${isOfCustomers('customer')}),
   pays as materialized (
     select customer_id, pay_mode = 'OUTPUT_FIRST' as output_first, promo_remaining from electricity_account where ${isOfCustomers('customer_id')}
   ),
   payer as materialized (
     select customer_id, output_first, prepaid, promotion,
       not output_first and not has_debt and asked <= prepaid and (promotion = 0 or asked <= promotion) as has_enough
     from (
       select customer_id, sum_units(amount) as asked, bool_or(not is_new) as has_debt from due group by customer_id
     ) asking
     left join (select account_id, available from money) ele on account_id = ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')
     left join (select customer_id, output_first as chosen, promo_remaining from pays) pays using (customer_id)
     cross join lateral (
       select coalesce(chosen, false) as output_first, coalesce(available, 0) as prepaid, coalesce(promo_remaining, 0) as promotion
     ) opening
   )`;

/** The charges of customers with a shortage, numbered in their order, and the prices that they may need. */
const queue = `
   queued as materialized (
     select due.*, row_number() over (partition by customer_id order by ${inOrder})::int as n
     from due join payer using (customer_id) where not has_enough
   ),
   price as materialized (
     select date as price_date, array[max(usdt) filter (where coin = 'BTC'), max(usdt) filter (where coin = 'ETH'),
       max(usdt) filter (where coin = 'DOGE')] as usdt
     from reference_price where date in (select price_date from queued) group by date
   ),
   queue as (
     select customer_id, array_agg(amount order by n) as amounts, array_agg(${numberOfCoin} order by n) as mined,
       array_agg(coalesce(usdt, array[null, null, null]::bigint[]) order by n) as prices
     from queued left join price using (price_date) group by customer_id
   ),
   queued_payer as (
     select queue.*, output_first, prepaid, promotion, array[coalesce(btc.available, 0), coalesce(eth.available, 0), coalesce(doge.available, 0)] as output
     from queue join payer using (customer_id)
     left join money btc on btc.account_id = ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC')
     left join money eth on eth.account_id = ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'ETH')
     left join money doge on doge.account_id = ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'DOGE')
   )`;

/** Each charge with what pays it. Promotional credit is spent first: it is what is missing from the prepaid account first. */
const collected = `
   collected as materialized (
     select ${ofCharge}, amount as from_prepaid, least(amount, promotion) as from_promotion, 0::bigint as from_btc, 0::bigint as from_eth, 0::bigint as from_doge,
       0::bigint as covered, null::int as unpriced
     from due join payer using (customer_id) where has_enough
     union all
     select ${ofCharge}, from_prepaid,
       least(from_prepaid, greatest(0, promotion - (sum_units(from_prepaid) over (partition by customer_id order by n) - from_prepaid))),
       from_btc, from_eth, from_doge, covered, unpriced
     from queued_payer
     cross join lateral pay_charges(output_first, prepaid, output, amounts, mined, prices) payment
     join queued using (customer_id, n)
   )`;

const collection = (scope: Scope): string => `with ${[accountsOf(scope), queue, collected].join(',')}`;

/** The machines to charge for a day, one row each; the caller offers them. */
export type ChargeableMachines = Relation<
  'machine_id' | 'customer_id' | 'machine_no' | 'coin' | 'power_watts' | 'seconds' | 'tariff' | 'micro_tariff'
>;

/** kWh · tariff in micro-USDT, rounded down once, in whole numbers that cannot overflow: of `watt_seconds` and `micro_tariff`. */
export const feeOfWork = 'watt_seconds / 3600000 * micro_tariff + watt_seconds % 3600000 * micro_tariff / 3600000';

/** New charges of the day. */
const newCharges = (machines: ChargeableMachines) => `
  select machine_id, $4::date as date, customer_id, machine_no, null::bigint as adjustment_id, coin,
    ${feeOfWork} as amount,
    $4::date as price_date, true as is_new, seconds, power_watts, tariff
  from (${machines.query}) machine
  cross join lateral (select power_watts::bigint * seconds as watt_seconds) terms`;

const owedCharges = (customers: string) => `
  select machine_id, date, customer_id, machine_no, adjustment_id, coin, owed as amount, price_date, false as is_new,
    null::int as seconds, null::int as power_watts, null::numeric as tariff
  from owed_electricity where ${customers}`;

/** The type as a constant of its own: text that becomes an enum is looked up for every line. */
const typeIn = (coin: string) =>
  `case when adjustment_id is null then 'ELE_CONSUME_${coin}'::ledger.posting_type else 'ADJUST_ELE'::ledger.posting_type end`;

const lineOf = (account: string, coin: string, amount: string) => `
     select machine_id, date, ledger.account_id(customer_id, '${account}', '${coin}') as debit,
       ledger.house_id('ELECTRICITY_REVENUE', '${coin}') as credit, ${typeIn(coin)} as type, ${amount} as amount
     from collected where ${amount} > 0`;

const postings = `
   line as (${[
     lineOf('ELE_ACCOUNT', 'USDT', 'from_prepaid'),
     lineOf('OUTPUT_ACCOUNT', 'BTC', 'from_btc'),
     lineOf('OUTPUT_ACCOUNT', 'ETH', 'from_eth'),
     lineOf('OUTPUT_ACCOUNT', 'DOGE', 'from_doge'),
   ].join(`
     union all`)}
   ),
   lists as (
     select array_agg(debit) as debits, array_agg(credit) as credits, array_agg(type) as types,
       array_agg(amount) as amounts, array_agg(date) as dates, array_agg(machine_id) as machines
     from line
   )`;

const charged = `
   charged as (
     insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price,
       amount, paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, paid_output_usdt, owed, charged_at)
     select machine_id, date, customer_id, machine_no, coin, seconds, power_watts, tariff,
       amount, from_prepaid, from_promotion, from_btc, from_eth, from_doge, covered, amount - from_prepaid - covered, $3
     from collected where is_new
   )`;

const payment = `paid_prepaid = paid_prepaid + from_prepaid, paid_promotion = paid_promotion + from_promotion, paid_btc = paid_btc + from_btc, paid_eth = paid_eth + from_eth,
       paid_doge = paid_doge + from_doge, paid_output_usdt = paid_output_usdt + covered, owed = owed - from_prepaid - covered`;

const paidOf = (isOfCustomers: Scope['isOfCustomers']) => `
   paid_charge as (
     update electricity_charge charge
     set ${payment}
     from collected
     where charge.machine_id = collected.machine_id and charge.date = collected.date
       and not is_new and adjustment_id is null and from_prepaid + covered > 0
   ),
   paid_adjustment as (
     update charge_adjustment charge
     set ${payment}
     from collected
     where charge.id = adjustment_id and from_prepaid + covered > 0
   ),
   spent as (
     select customer_id, sum_units(from_promotion) as amount from collected where from_promotion > 0 group by customer_id
   ),
   promotion as (
     update electricity_account account set promo_remaining = promo_remaining - spent.amount
     from spent where account.customer_id = spent.customer_id and ${isOfCustomers('account.customer_id')}
   )`;

const result = `
   select
     (select count(*)::int from collected where is_new) as charges,
     (select ledger.post_batch($1, sha256(array_send(debits) || array_send(credits) || array_send(amounts) || array_send(machines)),
        'electricity', $2, $3, debits, credits, types, amounts, dates, machines)
      from lists where amounts is not null) as "transferId",
     (select coalesce(array_agg(distinct customer_id), '{}') from collected
      where not is_new and from_prepaid + covered > 0) as "relievedCustomers",
     (select min((array['BTC', 'ETH', 'DOGE'])[unpriced] || ' of ' || price_date) from collected where unpriced is not null) as "missingPrice"`;

const ofRange: Scope['isOfCustomers'] = (column) => `${column} between $5 and $6`;

/** $4 the day, $5 and $6 the first and last customer. */
export const collectDaySql = (machines: ChargeableMachines): string =>
  [
    collection({
      due: `${newCharges(machines)} union all ${owedCharges(ofRange('customer_id'))}`,
      isOfCustomers: ofRange,
    }),
    postings,
    charged,
    paidOf(ofRange),
  ].join(',') + result;

const ofList: Scope['isOfCustomers'] = (column) => `${column} = any($4::bigint[])`;

/** $4 the customers. */
export const collectOwedSql =
  [collection({ due: owedCharges(ofList('customer_id')), isOfCustomers: ofList }), postings, paidOf(ofList)].join(',') +
  result;
