import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What came from outside is posted as often as it says, and taken back once less or as often. Ether below what the books count posts nothing. */
const differences = query(
  'deposits.check-arrival-rows',
  limited(`
  with due as (
    select id, concat('arrival:', id, ':', time) as key, coin, amount, false as is_removal from house_arrival, generate_series(1, times_posted) time
    union all
    select id, concat('arrival:', id, ':', time, ':removed'), coin, amount, true
    from house_arrival, generate_series(1, case status when 'POSTED' then times_posted - 1 else times_posted end) time
  ), posted as (
    select transfer.id as transfer_id, key, type = 'REORG' as is_removal, ledger.coin_of(debit) as coin, posting.amount::bigint as units,
      case when type = 'REORG' then ledger.name_of(credit) else ledger.name_of(debit) end as account, input_hash
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id where kind = 'arrival'
  )
  select 'an arrival is posted as often as it says' as "check",
    concat('arrival ', coalesce(due.id::text, substring(posted.key from '^arrival:([0-9]+)')), ', transfer ', posted.transfer_id) as subject,
    concat_ws(' ', coalesce(due.key, 'none'), due.coin, due.amount) as expected, concat_ws(' ', coalesce(posted.key, 'none'), posted.coin, units) as found
  from due full join posted using (key)
  where due.key is null
    or posted.key is null and (due.coin <> 'ETH' or due.amount >= 10000000000)
    or posted.coin <> due.coin or posted.is_removal <> due.is_removal or account <> 'CUSTODY'
    or case due.coin when 'ETH' then units - div(due.amount, 10000000000) not between 0 and 1 else units <> due.amount end
    or input_hash <> sha256(convert_to(concat('{"amount":', units, 'n}'), 'UTF8'))
  union all
  select 'an arrival came to an address of the house or of a closed customer, in a coin of its network', 'arrival ' || arrival.id, arrival.network,
    concat_ws(' ', arrival.address_key, coin)
  from house_arrival arrival left join house_address house on house.network = arrival.network and house.key = arrival.address_key
  left join cold_address cold on cold.network = arrival.network and cold.key = arrival.address_key
  left join deposit_address deposit on deposit.network = arrival.network and deposit.key = arrival.address_key
  left join closed_deposit_address closed on closed.network = arrival.network and closed.key = arrival.address_key
  where house.key is null and cold.key is null and closed.key is null and (deposit.key is null or coin <> 'ETH')
    or (arrival.network = 'BITCOIN') <> (coin = 'BTC')
  union all
  select 'what is posted or was is counted', 'arrival ' || id, status, concat('posted ', times_posted, ' times')
  from house_arrival where status = 'POSTED' and times_posted = 0`),
).as<Difference>();

/** Arrivals against their postings, one by one. */
export const checkArrivalRows: BookCheck = (db) => many(db, differences);
