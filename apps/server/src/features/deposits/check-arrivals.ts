import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What came to the house from outside and is final is what the books have of it; ether rounded address by address. */
const differences = query(
  'deposits.check-arrivals',
  limitedByCoin(`
  with come as (
    select coin, sum(amount) as units from house_arrival where status = 'POSTED' and coin <> 'ETH' group by coin
    union all
    select 'ETH', sum(div(wei_in, 10000000000)) from wei_remainder
  ), posted as (
    select ledger.coin_of(debit) as coin, sum(case type when 'REORG' then -amount::bigint else amount::bigint end) as units
    from ledger.posting join ledger.transfer on transfer.id = transfer_id where transfer.kind = 'arrival' group by 1
  )
  select 'what came from outside is in the books' as check, coin as subject, coalesce(come.units, 0)::text as expected,
    coalesce(posted.units, 0)::text as found, coin
  from come full join posted using (coin) where coalesce(come.units, 0) <> coalesce(posted.units, 0)
  union all
  select 'ether that came is counted to the wei', 'wei', coalesce(sum(amount), 0)::text, (select coalesce(sum(wei_in), 0)::text from wei_remainder), null
  from house_arrival where status = 'POSTED' and coin = 'ETH'
  having coalesce(sum(amount), 0) <> (select coalesce(sum(wei_in), 0) from wei_remainder)`),
).as<Difference>();

export const checkArrivals: BookCheck = (db) => many(db, differences);
