import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const hashed = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;

/**
 * Each order has what it moved: a subscription and a payment of interest their transfer, a redemption its hold and, once it arrived, its
 * part of the arrivals of that day. Two equal orders of one moment are counted.
 */
const orders = query(
  'coin-up.check-orders',
  limited(`
  with last_closed as (
    select last_closed_day('coin-up') as day, min(date) as first, max(date) as begun from day_close where kind = 'coin-up'
  ), moved as (
    select id, customer_id, coin, direction, account, amount, date, requested_at,
      case when account = 'INCOME_ACCOUNT' then 'coin-up-interest-redemption' else 'coin-up-subscription' end as kind,
      ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin) as wallet,
      ledger.account_id(customer_id, account, coin) as savings
    from coin_up_order where direction = 'IN' or account = 'INCOME_ACCOUNT'
  ), due as (
    select kind, case direction when 'IN' then wallet else savings end as debit, case direction when 'IN' then savings else wallet end as credit,
      amount, date, requested_at as at,
      ${hashed(`concat('{"amount":', amount, 'n,"coin":"', coin, '","customerId":', customer_id, 'n}')`)} as hash, count(*) as orders,
      string_agg('order ' || id, ', ' order by id) as names
    from moved group by 1, 2, 3, 4, 5, 6, 7
  ), posted as (
    select kind, debit, credit, amount::bigint, business_date as date, posted_at as at, input_hash as hash, count(*) as transfers,
      string_agg('transfer ' || transfer.id, ', ' order by transfer.id) as names
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id
    where kind in ('coin-up-subscription', 'coin-up-interest-redemption') group by 1, 2, 3, 4, 5, 6, 7
  ), arrived as (
    select ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin) as account, completed_day + 1 as date, sum_units(amount) as amount,
      string_agg('order ' || id, ', ' order by id) as names
    from coin_up_order where direction = 'OUT' and account = 'COIN_UP_ACCOUNT' and state = 'SUCCESS' group by 1, 2
  ), credited as (
    select debit as account, posting.date, ledger.total(amount) as amount, string_agg('transfer ' || transfer_id, ', ') as names
    from ledger.posting join ledger.transfer on transfer.id = transfer_id where kind = 'coin-up-arrival' group by 1, 2
  )
  select 'an order has its transfer' as "check", concat_ws(', ', due.names, posted.names) as subject,
    coalesce(concat_ws(' ', due.debit, due.credit, due.amount, due.date, due.at, due.orders), 'none') as expected,
    coalesce(concat_ws(' ', posted.debit, posted.credit, posted.amount, posted.date, posted.at, posted.transfers), 'none') as found
  from due full join posted using (kind, debit, credit, amount, date, at, hash)
  where orders is distinct from transfers
  union all
  select 'what arrived is what was redeemed', concat_ws(', ', arrived.names, credited.names), concat_ws(' ', account, date, coalesce(arrived.amount, 0)),
    coalesce(credited.amount, 0)::text
  from arrived full join credited using (account, date) where arrived.amount is distinct from credited.amount
  union all
  select 'an order is complete when its day is closed', 'order ' || id, concat('closed up to ', day), concat_ws(' ', state, arrival_date, completed_day)
  from coin_up_order, last_closed
  where account = 'COIN_UP_ACCOUNT' and (arrival_date <= day + 1 and state <> 'SUCCESS' or arrival_date > begun + 1 and state = 'SUCCESS'
    or completed_day > begun or completed_day <> greatest(arrival_date - 1, first))
  union all
  select 'an order is dated when it was asked for', 'order ' || id, (requested_at at time zone 'Asia/Shanghai')::date::text, date::text
  from coin_up_order
  where date <> (requested_at at time zone 'Asia/Shanghai')::date
    and not (date > (requested_at at time zone 'Asia/Shanghai')::date
      and exists (select from day_close where kind = 'coin-up' and day_close.date = coin_up_order.date - 1 and started_at <= requested_at))`),
).as<Difference>();

/**
 * Every hold there is or was is of a redemption, or of a batch of interest that was paid out of the fund itself, with its account and
 * amount, and is released when that is done.
 */
const holds = query(
  'coin-up.check-holds',
  limited(`
  with due as (
    select 'coin-up:redemption:' || id as key, 'order ' || id as name, ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin) as account, amount,
      state = 'SUCCESS' as is_released
    from coin_up_order where direction = 'OUT' and account = 'COIN_UP_ACCOUNT'
    union all
    select concat('coin-up:interest:', coin, ':', date, ':', batch), concat_ws(' ', 'interest', coin, date), ledger.house_id('INTEREST_FUND', coin),
      batch.amount, batch.paid_at is not null or funding_transfer_id is not null
    from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date)
    left join ledger.transfer funding on funding.id = funding_transfer_id
    where funded_at is not null and (funding.id is null or funding.key like '%:carried-over') and batch.amount > 0
  )
  select 'a hold is what it was placed for' as "check", concat_ws(', ', 'hold ' || coalesce(hold.key, due.key), name) as subject,
    coalesce(concat_ws(' ', due.account, due.amount, case when is_released then 'released' else 'open' end), 'none') as expected,
    coalesce(concat_ws(' ', hold.account, hold.amount, case when released_at is null then 'open' else 'released' end), 'none') as found
  from due full join ledger.hold using (key)
  where (due.account, due.amount, is_released) is distinct from (hold.account::bigint, hold.amount::bigint, hold.key is not null and released_at is not null)`),
).as<Difference>();

/** Days and batches of interest: as they were decided, for the rates that were pinned, with their own transfers. */
const interest = query(
  'coin-up.check-interest',
  limited(`
  with ran as (
    select day_close.date, coin, (inputs #>> array['ratesPpm', coin])::bigint as rate_ppm
    from day_close, unnest(array['BTC', 'USDT']) coin where kind = 'coin-up' and closed_at is not null
  ), planned as (
    select date, batch, first_customer, last_customer from day_close_batch where kind = 'coin-up' and stage = 'post'
  ), summed as (
    select coin, date, sum_units(amount) as amount, bool_and(paid_at is not null) as is_paid, max(paid_at) as paid_at,
      count(*) filter (where paid_at is not null) as paid
    from coin_up_interest_batch group by coin, date
  ), posted as (
    select transfer_id, key, ledger.total(amount) as amount, count(*) as lines
    from ledger.posting join ledger.transfer on transfer.id = transfer_id where kind = 'coin-up-interest' group by transfer_id, key
  )
  select 'a day of interest is decided at the rate of its day' as "check", concat_ws(' ', 'interest', coalesce(ran.coin, day.coin), coalesce(ran.date, day.date)) as subject,
    concat_ws(' ', ran.rate_ppm, 'ppm', coalesce(summed.amount, 0), case when is_paid then 'paid' end) as expected,
    concat_ws(' ', day.rate_ppm, 'ppm', day.amount, case when day.paid_at is not null then 'paid' end) as found
  from ran full join coin_up_interest_day day using (coin, date) left join summed using (coin, date)
  where day.rate_ppm <> ran.rate_ppm or day.coin is null
    or day.amount <> coalesce(summed.amount, 0)
    or summed.is_paid and day.paid_at is null or not summed.is_paid and day.paid_at is not null
    or summed.paid > 0 and day.funded_at is null
    or not was_owed and funded_at is distinct from decided_at
    or ran.coin is null and not exists (select from day_close where kind = 'coin-up' and day_close.date = day.date)
  union all
  select 'a batch of interest is the range of its run', concat_ws(' ', 'interest', coin, batch.date), concat_ws(' to ', planned.first_customer, planned.last_customer),
    concat_ws(' to ', batch.first_customer, batch.last_customer)
  from coin_up_interest_batch batch left join planned using (date, batch)
  where (planned.first_customer, planned.last_customer) is distinct from (batch.first_customer, batch.last_customer)
  union all
  select 'a batch of interest has its transfer', concat_ws(' ', 'interest', coalesce(coin, substring(key from ':(BTC|USDT):')),
      coalesce(date::text, substring(key from '[0-9]{4}-[0-9]{2}-[0-9]{2}')), 'transfer ' || coalesce(batch.transfer_id, posted.transfer_id)),
    concat_ws(' ', 'coin-up:interest:' || concat_ws(':', coin, date, batch), batch.amount), concat_ws(' ', coalesce(posted.key, 'none'), posted.amount)
  from (select * from coin_up_interest_batch where transfer_id is not null) batch full join posted using (transfer_id)
  where posted.key is distinct from concat('coin-up:interest:', coin, ':', date, ':', batch) or batch.amount <> posted.amount
  union all
  select 'a day of interest left the fund in its transfer', concat_ws(' ', 'interest', day.coin, day.date, 'transfer', coalesce(funding_transfer_id, funded.transfer_id)),
    concat_ws(' ', 'coin-up:interest:' || concat_ws(':', day.coin, day.date), day.amount), concat_ws(' ', coalesce(key, 'none'), funded.amount)
  from (
    select coin, date, funding_transfer_id, amount - coalesce((
      select sum(batch.amount) from coin_up_interest_batch batch
      where batch.coin = day.coin and batch.date = day.date and batch.transfer_id < funding_transfer_id), 0) as amount
    from coin_up_interest_day day where funding_transfer_id is not null
  ) day
  full join (
    select transfer_id, key, amount::bigint as amount from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where kind = 'coin-up-interest-funding'
  ) funded on funded.transfer_id = funding_transfer_id
  where coalesce(key, '') not in (concat('coin-up:interest:', day.coin, ':', day.date), concat('coin-up:interest:', day.coin, ':', day.date, ':carried-over'))
    or day.amount is distinct from funded.amount
  union all
  select 'interest is paid from what left the fund', concat_ws(' ', 'interest', coin, day.date, 'transfer', batch.transfer_id),
    case when batch.transfer_id > funding_transfer_id then 'INTEREST_PAYABLE' else 'INTEREST_FUND' end, string_agg(distinct ledger.name_of(debit), ', ')
  from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date) join ledger.posting on posting.transfer_id = batch.transfer_id
  group by coin, day.date, batch.transfer_id, funding_transfer_id
  having bool_or(ledger.name_of(debit) <> case when batch.transfer_id > funding_transfer_id then 'INTEREST_PAYABLE' else 'INTEREST_FUND' end)
  union all
  select 'a batch that is paid has a transfer', concat_ws(' ', 'interest', coin, date), 'a transfer', 'none'
  from coin_up_interest_batch where paid_at is not null and transfer_id is null and amount > 0
  union all
  select 'interest is of a batch', concat_ws(' ', 'customer', customer_id, coin, interest.date), 'a batch', 'none'
  from coin_up_interest interest
  where not exists (
    select from coin_up_interest_batch batch where batch.coin = interest.coin and batch.date = interest.date
      and customer_id between first_customer and last_customer)
  union all
  select 'a batch of interest is the sum of its positions', concat_ws(' ', 'interest', batch.coin, batch.date), batch.amount::text, coalesce(sum(interest.amount), 0)::text
  from coin_up_interest_batch batch
  left join coin_up_interest interest on interest.coin = batch.coin and interest.date = batch.date and customer_id between first_customer and last_customer
  group by batch.coin, batch.date, batch.batch, batch.amount having batch.amount <> coalesce(sum(interest.amount), 0)`),
).as<Difference>();

/** Orders, holds and interest against their postings, one by one. */
export const checkOrders: BookCheck = async (db) => [
  ...(await many(db, orders)),
  ...(await many(db, holds)),
  ...(await many(db, interest)),
];
