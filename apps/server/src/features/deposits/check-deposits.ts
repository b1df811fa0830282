import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * Deposits against the books: each credit stands in the ledger with its own amount, customer and account, nothing else was
 * credited from the chains, and what reorganisations took away is what the books took out of custody.
 */
const differences = query(
  'deposits.check',
  limitedByCoin(`
  with kept as (
    select transfer_id, ledger.house_id('CUSTODY', coin) as debit,
      ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin) as credit, amount,
      count(*) over (partition by transfer_id) as sharing
    from deposit where transfer_id is not null
  ),
  booked as (
    select posting.transfer_id, debit, credit, amount from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where transfer.kind = 'deposit'
  )
  select 'every credited deposit is its posting' as check, 'transfer ' || coalesce(kept.transfer_id, booked.transfer_id) as subject,
    coalesce(kept.debit || ' to ' || kept.credit || ' ' || kept.amount, 'none') as expected,
    coalesce(booked.debit || ' to ' || booked.credit || ' ' || booked.amount, 'none') as found,
    ledger.coin_of(coalesce(kept.debit, booked.debit)) as coin
  from kept full join booked using (transfer_id, debit, credit, amount)
  where kept.transfer_id is null or booked.transfer_id is null
    or kept.sharing > 1
  union all
  select 'credited deposits that are in no block are out of custody', coalesce(gone.coin, moved.coin),
    coalesce(gone.amount, 0)::text, coalesce(moved.amount, 0)::text, coin
  from (select coin, sum(amount) as amount from deposit where transfer_id is not null and status = 'ORPHANED' group by coin) gone
  full join (
    select ledger.coin_of(debit) as coin, sum(case transfer.kind when 'deposit-removed' then amount else -amount end) as amount
    from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where transfer.kind in ('deposit-removed', 'deposit-restored') group by 1
  ) moved using (coin)
  where coalesce(gone.amount, 0) <> coalesce(moved.amount, 0)`),
).as<Difference>();

export const checkDeposits: BookCheck = (db) => many(db, differences);
