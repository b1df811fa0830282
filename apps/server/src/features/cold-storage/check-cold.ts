import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** A transfer into cold storage or back costs its network fee and posts nothing else; what it spends is reserved for it. */
const differences = query(
  'cold-storage.check',
  limited(`
  with fee_posted as (
    select t.key, sum(p.amount::bigint) as amount, count(*) as lines
    from ledger.transfer t left join ledger.posting p on p.transfer_id = t.id
    where t.kind = 'network-fee' and t.key like 'cold:%' group by t.key
  ), final as (
    select concat('cold:', transfer_id) as key, fee_paid from cold_payment where final_at is not null
  )
  select 'the fee of a transfer into cold storage or back is posted' as "check", coalesce(final.key, fee_posted.key) as subject,
    coalesce(fee_paid::text, 'none') as expected, coalesce(amount::text, 'none') as found
  from final full join fee_posted using (key) where fee_paid is distinct from amount or lines <> 1
  union all
  select 'a transfer into cold storage or back has one transaction when it has moved coins', concat('cold:', t.id), coalesce(t.is_paid::text, 'open'),
    concat(count(p.final_at), ' final')
  from cold_transfer t left join cold_payment p on p.transfer_id = t.id group by t.id
  having t.is_paid is distinct from false and count(p.transfer_id) = 0 or (count(p.final_at) = 1) is distinct from coalesce(t.is_paid, false)
  union all
  select 'a transaction of cold storage brings what was asked for', concat('cold:', t.id), t.amount::text,
    coalesce(case t.kind when 'REFILL' then p.hot_amount else p.cold_amount end::text, 'none')
  from cold_transfer t join cold_payment p on p.transfer_id = t.id
  where t.amount is distinct from case t.kind when 'REFILL' then p.hot_amount else p.cold_amount end
  union all
  select 'what a transfer spends is reserved for it', concat('cold:', t.id), spent.outpoint, 'not reserved for it'
  from cold_transfer t join cold_payment p on p.transfer_id = t.id, unnest(p.outpoints) spent (outpoint)
  where t.ended_at is null and t.cancelled_at is null and not exists (
    select from outpoint_reservation r where r.network = 'BITCOIN' and r.outpoint = spent.outpoint and r.cold_transfer_id = t.id)`),
).as<Difference>();

/** Transfers of cold storage against what was posted. */
export const checkCold: BookCheck = (db) => many(db, differences);
