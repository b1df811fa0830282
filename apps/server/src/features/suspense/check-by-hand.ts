import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Each movement of the operator's own money by hand is its posting, and each such posting has its row. */
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
    is distinct from (posted.key, posted.debit, posted.credit, posted.amount, posted.at, posted.hash)`),
).as<Difference>();

export const checkByHand: BookCheck = (db) => many(db, differences);
