import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What was credited by hand, and what was paid into a fund, stands in the audit log with the same amount, customer and transfer. */
const differences = query(
  'wallet.check-credits',
  limited(`
  with audited as (
    select (detail ->> 'transferId')::bigint as transfer_id, subject, detail ->> 'amount' as amount, at,
      case action when 'coin-up:fund' then 'coin-up-fund' else
        case detail ->> 'kind' when 'init' then 'credit-init' when 'feedback' then 'credit-feedback' else 'deposit-manual' end end as kind,
      case when action = 'coin-up:fund' then null else detail ->> 'coin' end as coin, concat('%:', detail ->> 'key') as key
    from audit_log where action = 'coin-up:fund' or detail ->> 'kind' in ('init', 'feedback', 'deposit-usdt', 'deposit-btc')
  ), posted as (
    select transfer.id as transfer_id, kind, key, posted_at, amount::bigint::text as amount, ledger.coin_of(credit) as coin,
      case when credit > 0 then 'customer ' || ledger.customer_of(credit) else 'INTEREST_FUND ' || ledger.coin_of(credit) end as subject
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id
    where kind in ('deposit-manual', 'credit-init', 'credit-feedback', 'coin-up-fund')
  )
  select 'what was credited by hand is audited' as "check", concat_ws(', ', 'transfer ' || transfer_id, posted.subject) as subject,
    coalesce(concat_ws(' ', audited.kind, audited.subject, audited.amount, audited.coin), 'none') as expected,
    coalesce(concat_ws(' ', posted.kind, posted.subject, posted.amount, posted.coin), 'none') as found
  from audited full join posted using (transfer_id)
  where (audited.kind, audited.subject, audited.amount, audited.at) is distinct from (posted.kind, posted.subject, posted.amount, posted.posted_at)
    or audited.coin <> posted.coin or posted.key not like audited.key`),
).as<Difference>();

/** Credits by hand against the audit log. */
export const checkCredits: BookCheck = (db) => many(db, differences);
