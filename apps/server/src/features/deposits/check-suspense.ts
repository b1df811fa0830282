import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Each movement of SUSPENSE that belongs to an arrival is its posting, and each such posting has its origin; explained is explained whole. */
const differences = query(
  'deposits.check-suspense',
  limited(`
  with kept as (
    select transfer_id, ledger.house_id('SUSPENSE', coin) as account, change, kind, arrival_id, happened_at,
      case when kind in ('ARRIVED', 'REMOVED') then ledger.house_id('CUSTODY', coin)
        when settled_as = 'TREASURY' then ledger.house_id('TREASURY', coin)
        when settled_as = 'CUSTOMER'
          then ledger.account_id(customer_id, case coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end, coin)
      end as other
    from suspense_entry join house_arrival a on a.id = arrival_id
  ),
  booked as (
    select transfer_id, ledger.house_id('SUSPENSE', coin) as account,
      sum(case when credit = ledger.house_id('SUSPENSE', coin) then amount else -amount end) as change,
      array_agg(case when credit = ledger.house_id('SUSPENSE', coin) then debit else credit end) as others, min(posted_at) as posted_at,
      coalesce(substring(min(key) from '^(?:arrival|suspense):([0-9]+)')::bigint,
        (select arrival_id from pool_payment where transfer_id in (posting.transfer_id, transfer.corrects) limit 1)) as arrival_id
    from ledger.posting join ledger.transfer on transfer.id = transfer_id,
      unnest(array['BTC', 'USDT', 'ETH', 'DOGE']) coin
    where transfer.kind in ('arrival', 'arrival-reopened', 'suspense-settled', 'pool-payment', 'pool-payment-undone')
      and ledger.house_id('SUSPENSE', coin) in (debit, credit)
    group by posting.transfer_id, coin, transfer.corrects
  )
  select 'every origin in suspense is its posting' as check, 'transfer ' || coalesce(kept.transfer_id, booked.transfer_id) as subject,
    coalesce(concat_ws(' ', 'arrival', kept.arrival_id, kept.change, 'with', coalesce(kept.other::text, 'the receivable'), kept.happened_at), 'none') as expected,
    coalesce(concat_ws(' ', 'arrival', booked.arrival_id, booked.change, 'with', array_to_string(booked.others, ' '), booked.posted_at), 'none') as found
  from kept full join booked using (transfer_id, account)
  where (kept.change, kept.arrival_id, kept.happened_at) is distinct from (booked.change, booked.arrival_id, booked.posted_at)
    or kept.other <> all (booked.others)
  union all
  select 'what is explained leaves nothing in suspense', 'arrival ' || arrival_id, '0', stands::text
  from (
    select arrival_id, kind, sum(change) over (partition by arrival_id order by id) as stands from suspense_entry
  ) run where kind = 'SETTLED' and stands <> 0
  union all
  select 'an arrival goes where its address says, or where two people put it', 'arrival ' || id, should, goes_to
  from (
    select a.id, goes_to, case
      when exists (select from suspense_entry e where e.arrival_id = a.id and kind = 'REOPENED') then 'SUSPENSE'
      when 'TREASURY_MOVE' = any (types) then 'TREASURY'
      when 'SUSPENSE_MOVE' = any (types) and not exists (select from suspense_entry e where e.arrival_id = a.id and kind = 'REMOVED') then 'SUSPENSE'
      else goes_to end as should
    from house_arrival a
    left join lateral (
      select array_agg(type::text) as types from ledger.transfer_key known join ledger.posting p using (transfer_id)
      where known.key = concat('arrival:', a.id, ':', a.times_posted)
    ) posted on true
    where status = 'POSTED'
  ) arrival where goes_to <> should`),
).as<Difference>();

export const checkSuspense: BookCheck = (db) => many(db, differences);
