import type { BookCheck, Difference } from '@lode/ledger';
import { limited, listed } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const ranges = query(
  'electricity.check-ranges',
  `select min(id) as first, max(id) as last
   from (select id, (row_number() over (order by id) - 1) / $1::bigint as part from customer) numbered group by part order by part`,
).as<{ first: bigint; last: bigint }>();

/**
 * A machine's day: what its charges (electricity, what corrections became, hosting) say was paid in each coin, against the lines
 * of that machine and day; and what coins paid is worth what it covered at the prices of the day, but for one rounding a payment.
 */
const payments = query(
  'electricity.check-payments',
  limited(`
  with charge as (
    select 'electricity' as kind, null::bigint as id, machine_id, date, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge, paid_output_usdt, date as price_date
    from electricity_charge where customer_id between $1 and $2
    union all
    select 'correction', id, machine_id, date, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge, paid_output_usdt, about_date
    from charge_adjustment where customer_id between $1 and $2 and amount + paid_btc + paid_eth + paid_doge > 0
    union all
    select 'hosting', id, machine_id, date, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge, paid_output_usdt, date
    from hosting_charge where customer_id between $1 and $2
  ), due as (
    select kind, machine_id, date, customer_id, coin, sum_units(amount) as amount
    from charge cross join lateral (values ('USDT', paid_prepaid), ('BTC', paid_btc), ('ETH', paid_eth), ('DOGE', paid_doge)) paid (coin, amount)
    group by 1, 2, 3, 4, 5 having sum_units(amount) > 0
  ), paid as (
    select case type when 'HOSTING_FEE' then 'hosting' when 'ADJUST_ELE' then 'correction' else 'electricity' end as kind,
      posting.source_id as machine_id, posting.date, customer as customer_id, ledger.coin_of(debit) as coin,
      ledger.total(amount) as amount, count(*) as parts, string_agg('transfer ' || transfer_id, ', ') as transfers
    from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where customer between $1 and $2 and type <> 'MINING_OUTPUT' and kind in ('electricity', 'hosting')
    group by 1, 2, 3, 4, 5
  ), worth as (
    select charge.kind, charge.machine_id, charge.date, price_date, paid_output_usdt, bool_or(usdt is null) as lacks_price,
      sum(part.amount * usdt::numeric) as value, sum(coalesce(parts, 0) * greatest(usdt, 100000000)::numeric) as tolerance,
      string_agg(concat_ws(' ', part.amount, part.coin, 'at', coalesce(usdt::text, 'no price')), ', ' order by part.coin) as paid_in_coins
    from charge
    cross join lateral (values ('BTC', paid_btc), ('ETH', paid_eth), ('DOGE', paid_doge)) part (coin, amount)
    left join reference_price price on price.coin = part.coin and price.date = price_date
    left join paid on paid.kind = charge.kind and paid.machine_id = charge.machine_id and paid.date = charge.date
      and paid.customer_id = charge.customer_id and paid.coin = part.coin
    where part.amount > 0
    group by charge.kind, charge.id, charge.machine_id, charge.date, price_date, paid_output_usdt
    union all
    select kind, machine_id, date, price_date, paid_output_usdt, false, 0, 0, 'nothing'
    from charge where paid_output_usdt > 0 and paid_btc + paid_eth + paid_doge = 0
  ), smallest as (
    -- What is left of a charge and worth less than one unit of a coin is covered by no coin at all, once, as its last payment.
    select date as price_date, max(usdt)::numeric as usdt from reference_price where coin in ('BTC', 'ETH', 'DOGE') group by date
  )
  select 'what a charge says was paid is posted' as "check",
    concat_ws(' ', kind, 'of machine', machine_id, 'on', date, paid.transfers) as subject,
    concat_ws(' ', 'customer', customer_id, coalesce(due.amount, 0), coin) as expected, concat_ws(' ', coalesce(paid.amount, 0), coin) as found
  from due full join paid using (kind, machine_id, date, customer_id, coin)
  where coalesce(due.amount, 0) <> coalesce(paid.amount, 0)
  union all
  select 'what coins paid is worth what they covered at the prices of the day', concat_ws(' ', kind, 'of machine', machine_id, 'on', date, 'at prices of', price_date),
    paid_in_coins, paid_output_usdt::text
  from worth left join smallest using (price_date)
  where lacks_price or paid_output_usdt * 100000000::numeric - value not between 0 and tolerance + coalesce(smallest.usdt, 0)`),
).as<Difference>();

/** Each correction by hand of an output or of electricity is the transfer of its key, and its audit line. */
const corrections = query(
  'electricity.check-corrections',
  limited(`
  with kept as (
    select charge_adjustment.*, 'charge-adjust:' || key as transfer_key,
      ledger.account_id(customer_id, case adjusted_coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end, adjusted_coin) as wallet,
      ledger.house_id(case adjusted when 'output' then 'MINING_RECEIVABLE' when 'hosting' then 'HOSTING_REVENUE' else 'ELECTRICITY_REVENUE' end,
        adjusted_coin) as house,
      case adjusted when 'output' then 'ADJUST_OUTPUT' when 'hosting' then 'HOSTING_FEE' else 'ADJUST_ELE' end as type,
      (adjusted_at at time zone 'UTC')::date as adjusted_on
    from charge_adjustment where outage_credit_id is null
  ), posted as (
    select transfer.id, key as transfer_key, posted_at, debit, credit, type::text, amount::bigint, posting.date, posting.source_id
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id where kind = 'charge-adjust'
  )
  select 'a correction is its transfer' as "check", concat_ws(', ', 'correction ' || kept.id, 'transfer ' || posted.id) as subject,
    concat_ws(' ', transfer_key, case when moved > 0 then house else wallet end, case when moved > 0 then wallet else house end, kept.type, abs(moved),
      adjusted_on, machine_id) as expected,
    concat_ws(' ', posted.debit, posted.credit, posted.type, posted.amount, posted.date, posted.source_id) as found
  from kept full join posted using (transfer_key)
  where kept.id is null or moved <> 0 and
    (case when moved > 0 then house else wallet end, case when moved > 0 then wallet else house end, kept.type, abs(moved), adjusted_on, machine_id, adjusted_at)
      is distinct from (posted.debit::bigint, posted.credit::bigint, posted.type, posted.amount, posted.date, posted.source_id, posted.posted_at)
    or moved = 0 and posted.id is not null or kept.date <> adjusted_on
  union all
  select 'a correction is audited', 'correction ' || coalesce(kept.id::text, 'of key ' || (detail ->> 'key')),
    coalesce(concat_ws(' ', audit_log.subject, detail ->> 'adjusted', detail ->> 'aboutDate', detail ->> 'coin', detail ->> 'amount'), 'none'),
    coalesce(concat_ws(' ', 'machine ' || machine_id, adjusted, about_date, adjusted_coin, adjusted_amount), 'none')
  from (select * from kept where adjusted <> 'hosting') kept
  full join (select * from audit_log where action = 'charge:adjust' and detail ->> 'adjusted' in ('output', 'electricity')) audit_log
    on detail ->> 'key' = kept.key
  where (audit_log.subject, detail ->> 'adjusted', detail ->> 'aboutDate', detail ->> 'coin', detail ->> 'amount', detail ->> 'becameCharge', audit_log.at)
    is distinct from ('machine ' || machine_id, adjusted, about_date::text, adjusted_coin, adjusted_amount::text, kept.amount::text, adjusted_at)
  union all
  select 'a correction names its machine', 'correction ' || kept.id, coalesce(concat_ws(' ', machine.machine_no, machine.coin), 'a machine'),
    concat_ws(' ', kept.machine_no, kept.coin)
  from kept left join machine on machine.id = machine_id where (machine.machine_no, machine.coin) is distinct from (kept.machine_no, kept.coin)`),
).as<Difference>();

/** Customers whose lines are read at once. */
const customersAtOnce = 500;

/** Charges, corrections and hosting against their postings, a range of customers at a time. */
export const checkPayments: BookCheck = async (db) => {
  const differences = [...(await many(db, corrections))];
  const inRanges: Difference[] = [];
  let count = 0;
  let after = -1n;
  for (const { last } of [...(await many(db, ranges, [customersAtOnce])), { last: 10n ** 16n }]) {
    const found = await many(db, payments, [after + 1n, last]);
    count += found.length;
    inRanges.push(...found.slice(0, listed - inRanges.length));
    after = last;
  }
  differences.push(...inRanges);
  if (count > inRanges.length)
    differences.push({
      check: 'charges are what was paid',
      subject: 'all customers',
      expected: '0',
      found: `more than ${count - 1} differences`,
      coin: null,
    });
  return differences;
};
