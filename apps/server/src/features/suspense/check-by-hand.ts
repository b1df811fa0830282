import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * Each movement of the operator's own money by hand is its posting, and each such posting has its row; no payment on chain used coins
 * for it, which lie outside the wallets.
 */
const differences = query(
  'suspense.check-by-hand',
  limited(`
  with kept as (
    select transfer_id, concat('treasury-by-hand:', key) as key, moved_at as at, amount,
      ledger.house_id(case direction when 'IN' then 'CASH' else 'TREASURY' end, coin) as debit,
      ledger.house_id(case direction when 'IN' then 'TREASURY' else 'CASH' end, coin) as credit,
      sha256(convert_to(concat('{"amount":', amount, 'n,"coin":"', coin, '","direction":"', direction, '"}'), 'UTF8')) as hash
    from treasury_by_hand
  ), posted as (
    select transfer.id as transfer_id, key, posted_at as at, input_hash as hash, amount::bigint, debit, credit
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id where kind = 'treasury-by-hand'
  )
  select 'money by hand is its posting' as "check", 'transfer ' || coalesce(kept.transfer_id, posted.transfer_id) as subject,
    coalesce(concat_ws(' ', kept.key, kept.debit, kept.credit, kept.amount, kept.at), 'none') as expected,
    coalesce(concat_ws(' ', posted.key, posted.debit, posted.credit, posted.amount, posted.at), 'none') as found
  from kept full join posted using (transfer_id)
  where (kept.key, kept.debit, kept.credit, kept.amount, kept.at, kept.hash)
    is distinct from (posted.key, posted.debit, posted.credit, posted.amount, posted.at, posted.hash)
  union all
  select 'treasury pays no coins on chain that were put in by hand', 'transfer ' || transfer_id, 'at least ' || outside || ' left', has::text
  from (
    select transfer_id, sum(change) over earlier as has, sum(by_hand) over earlier as outside
    from (
      select transfer_id, line, account, change,
        case when 'CASH' in (ledger.name_of(debit), ledger.name_of(credit)) then change else 0 end as by_hand
      from ledger.posting, lateral (
        select case when ledger.name_of(credit) = 'TREASURY' then credit else debit end as account,
          case when ledger.name_of(credit) = 'TREASURY' then amount::bigint else -amount::bigint end as change
      ) of_treasury
      where 'TREASURY' in (ledger.name_of(debit), ledger.name_of(credit))
    ) line
    window earlier as (partition by account order by transfer_id, line)
  ) treasury join ledger.transfer on transfer.id = transfer_id
  where kind = 'treasury-payment' and has < outside`),
).as<Difference>();

export const checkByHand: BookCheck = (db) => many(db, differences);
