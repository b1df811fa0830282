import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * Savings against the books: positions are what their accounts hold, orders are what made the positions, and interest is
 * what was posted for it.
 */
const differences = query(
  'coin-up.check-positions',
  limitedByCoin(`
  with position as (
    select ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin) as account, earning + in_transit_in + in_transit_out as principal,
      in_transit_out as held
    from coin_up_position
  ), account as (
    select account_id as account, posted, held from ledger.customer_balance where account = 'COIN_UP_ACCOUNT'
  ), ordered as (
    select customer_id, coin,
      sum(amount) filter (where direction = 'IN' and state = 'INTRANSIT') as in_transit_in,
      sum(amount) filter (where direction = 'OUT' and state = 'INTRANSIT') as in_transit_out,
      coalesce(sum(amount) filter (where direction = 'IN' and state = 'SUCCESS'), 0)
        - coalesce(sum(amount) filter (where direction = 'OUT'), 0) as earning
    from coin_up_order where account = 'COIN_UP_ACCOUNT' group by customer_id, coin
  ), paid as (
    -- Nearly every day is paid wholly; only one that is being paid is looked at batch by batch.
    select interest.customer_id, coin, interest.amount
    from coin_up_interest interest join coin_up_interest_day day using (coin, date) where paid_at is not null
    union all
    select interest.customer_id, coin, interest.amount
    from coin_up_interest_day day
    join coin_up_interest_batch batch using (coin, date)
    join coin_up_interest interest using (coin, date)
    where day.paid_at is null and batch.paid_at is not null and interest.customer_id between first_customer and last_customer
  ), fund as (
    select ledger.account_id(customer_id, 'INCOME_ACCOUNT', coin) as account, amount from paid
  ), earned as (select account, sum(amount) as amount from fund group by account),
  credited as (select credit as account, sum(amount) as amount from ledger.posting where type = 'INTEREST' and credit > 0 group by credit)
  select 'a COIN_UP account holds its position' as check, coalesce(position.account, account.account)::text as subject,
    concat_ws(' of which held ', coalesce(principal, 0), coalesce(position.held, 0)) as expected,
    concat_ws(' of which held ', coalesce(posted, 0), coalesce(account.held, 0)) as found,
    ledger.coin_of(account) as coin
  from position full join account using (account)
  where (coalesce(principal, 0), coalesce(position.held, 0)) <> (coalesce(posted, 0), coalesce(account.held, 0))
  union all
  select 'a position is the sum of its orders', concat_ws(' ', 'customer', customer_id, coin),
    concat_ws('/', coalesce(ordered.earning, 0), coalesce(ordered.in_transit_in, 0), coalesce(ordered.in_transit_out, 0)),
    concat_ws('/', coalesce(kept.earning, 0), coalesce(kept.in_transit_in, 0), coalesce(kept.in_transit_out, 0)), coin
  from ordered full join coin_up_position kept using (customer_id, coin)
  where (coalesce(ordered.earning, 0), coalesce(ordered.in_transit_in, 0), coalesce(ordered.in_transit_out, 0))
    <> (coalesce(kept.earning, 0), coalesce(kept.in_transit_in, 0), coalesce(kept.in_transit_out, 0))
  union all
  select 'interest that is paid is posted', coalesce(earned.account, credited.account)::text,
    coalesce(earned.amount, 0)::text, coalesce(credited.amount, 0)::text, ledger.coin_of(account)
  from earned full join credited using (account)
  where coalesce(earned.amount, 0) <> coalesce(credited.amount, 0)
  union all
  select 'a day of interest is the sum of its positions', concat_ws(' ', day.coin, day.date), day.amount::text, coalesce(sum(interest.amount), 0)::text, null
  from coin_up_interest_day day left join coin_up_interest interest using (coin, date)
  group by day.coin, day.date, day.amount having day.amount <> coalesce(sum(interest.amount), 0)
  union all
  select 'INTEREST_PAYABLE has what is funded and not paid', coin, coalesce(wanted.amount, 0)::text, coalesce(payable.amount, 0)::text, coin
  from (
    select coin, sum(batch.amount) as amount
    from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date)
    where batch.paid_at is null and funded_at is not null group by coin
  ) wanted
  full join (
    select ledger.coin_of(account) as coin, sum(amount) as amount
    from ledger.entry where ledger.name_of(account) = 'INTEREST_PAYABLE' group by 1
  ) payable using (coin)
  where coalesce(wanted.amount, 0) <> coalesce(payable.amount, 0)`),
).as<Difference>();

/** Positions, orders and interest against the postings. */
export const checkPositions: BookCheck = (db) => many(db, differences);
