import type { BookCheck, Difference } from '@lode/ledger';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * SUSPENSE is what removed deposits are still to be settled for, and nothing else; each settlement, and each return of one,
 * stands in the ledger with its own amount, customer and account.
 */
const differences = query(
  'deposits.check-settlements',
  `
  with due as (select coin, -sum(amount) as amount from unsettled_deposit group by coin),
  suspense as (
    select ledger.coin_of(account) as coin, sum(amount) as amount from ledger.entry
    where account in (select ledger.house_id('SUSPENSE', coin) from unnest(array['BTC', 'USDT', 'ETH', 'DOGE']) coin) group by 1
  ),
  accounts as (
    select settlement.*, amount, ledger.house_id('SUSPENSE', coin) as suspense,
      ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin) as account
    from deposit_settlement settlement join deposit on deposit.id = deposit_id
  ),
  kept as (
    select transfer_id, account as debit, suspense as credit, amount from accounts
    union all
    select return_transfer_id, suspense, account, amount from accounts where return_transfer_id is not null
  ),
  booked as (
    select posting.transfer_id, debit, credit, amount from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where transfer.kind in ('deposit-settled', 'deposit-returned')
  )
  select 'suspense is what removed deposits are to be settled for' as check, coin as subject,
    coalesce(due.amount, 0)::text as expected, coalesce(suspense.amount, 0)::text as found
  from due full join suspense using (coin) where coalesce(due.amount, 0) <> coalesce(suspense.amount, 0)
  union all
  select 'every settled deposit is its posting', 'transfer ' || coalesce(kept.transfer_id, booked.transfer_id),
    coalesce(kept.debit || ' to ' || kept.credit || ' ' || kept.amount, 'none'),
    coalesce(booked.debit || ' to ' || booked.credit || ' ' || booked.amount, 'none')
  from kept full join booked using (transfer_id, debit, credit, amount)
  where kept.transfer_id is null or booked.transfer_id is null`,
).as<Difference>();

export const checkClawBacks: BookCheck = (db) => many(db, differences);
