import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * Revenue pays the fund only what the coins that the house held covered. What other commands took at the same time is between two
 * hours: it does not count against a payment, and one that is beyond the rest could never have been made.
 */
const differences = query(
  'coin-up.check-fund',
  limitedByCoin(`
  with fed as (
    select transfer.id, posted_at, ledger.coin_of(debit) as coin, debit as account, posting.amount::bigint as amount
    from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where type = 'FUND_PAID_IN' and kind = 'coin-up-fund' and ledger.name_of(debit) <> 'TREASURY'
  ), hourly as (
    select coin, date_trunc('hour', posted_at) as hour, sum(greatest(amount, 0)) as given, sum(least(amount, 0)) as taken
    from payable_revenue_part part join ledger.transfer on transfer.id = transfer_id
    where kind <> 'coin-up-fund' and exists (select from fed where fed.coin = part.coin)
    group by 1, 2
  ), covered as (
    select fed.id, fed.coin, fed.amount,
      (select coalesce(sum(given) filter (where hour <= fed.posted_at + interval '1 hour'), 0)
          + coalesce(sum(taken) filter (where hour < date_trunc('hour', fed.posted_at) - interval '1 hour'), 0)
        from hourly where hourly.coin = fed.coin)
        - (select coalesce(sum(earlier.amount), 0) from fed earlier where earlier.coin = fed.coin and earlier.id < fed.id) as amount_covered
    from fed
  )
  select 'revenue pays interest only as far as it is covered' as "check", concat('transfer ', id, ', ', coin) as subject,
    concat('at most ', greatest(amount_covered, 0)) as expected, amount::text as found, coin
  from covered where amount > amount_covered
  union all
  select 'money that was paid as revenue covers what left it', coin, 'not below zero', earned_revenue(coin)::text, coin
  from unnest(array['BTC', 'USDT', 'ETH', 'DOGE']) coin where earned_revenue(coin) < 0`),
).as<Difference>();

export const checkFund: BookCheck = (db) => many(db, differences);
