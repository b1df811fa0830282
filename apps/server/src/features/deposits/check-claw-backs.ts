import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * SUSPENSE holds what is lacking of removed deposits and what arrivals have there, and nothing else; each clawback and write-off,
 * and each return of one, stands in the ledger with its own amount, customer and account. Who lacks something withdraws nothing.
 */
const differences = query(
  'deposits.check-claw-backs',
  limitedByCoin(`
  with due as (
    select coin, sum(amount) as amount from (
      select coin, -amount as amount from deposit_to_claw_back
      union all
      select coin, o.amount from suspense_open o join house_arrival on house_arrival.id = arrival_id
    ) origin group by coin
  ),
  suspense as (
    select ledger.coin_of(account) as coin, sum(amount) as amount from ledger.entry
    where account in (select ledger.house_id('SUSPENSE', coin) from unnest(array['BTC', 'USDT', 'ETH', 'DOGE']) coin) group by 1
  ),
  accounts as (
    select claw_back.transfer_id, return_transfer_id, claw_back.amount, ledger.house_id('SUSPENSE', coin) as suspense,
      ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin) as account
    from deposit_claw_back claw_back join deposit on deposit.id = deposit_id
    union all
    select off.transfer_id, reversal_transfer_id, off.amount, ledger.house_id('SUSPENSE', coin), ledger.house_id('TREASURY', coin)
    from deposit_write_off off join deposit on deposit.id = deposit_id
  ),
  kept as (
    select transfer_id, account as debit, suspense as credit, amount from accounts
    union all
    select return_transfer_id, suspense, account, amount from accounts where return_transfer_id is not null
  ),
  booked as (
    select posting.transfer_id, debit, credit, amount from ledger.posting join ledger.transfer on transfer.id = transfer_id
    where transfer.kind in ('deposit-clawed-back', 'deposit-returned', 'deposit-written-off', 'deposit-write-off-reversed')
  )
  select 'SUSPENSE equals the origins that stand in it' as check, coin as subject,
    coalesce(due.amount, 0)::text as expected, coalesce(suspense.amount, 0)::text as found, coin
  from due full join suspense using (coin) where coalesce(due.amount, 0) <> coalesce(suspense.amount, 0)
  union all
  select 'each clawback and write-off matches its posting', 'transfer ' || coalesce(kept.transfer_id, booked.transfer_id),
    coalesce(kept.debit || ' to ' || kept.credit || ' ' || kept.amount, 'none'),
    coalesce(booked.debit || ' to ' || booked.credit || ' ' || booked.amount, 'none'),
    ledger.coin_of(coalesce(kept.debit, booked.debit))
  from kept full join booked using (transfer_id, debit, credit, amount)
  where kept.transfer_id is null or booked.transfer_id is null
  union all
  select 'a customer with a removed deposit is frozen', 'deposit ' || id, concat('customer ', customer_id, ' frozen for it'), 'not frozen', null
  from deposit_to_claw_back lacking
  where not exists (select from customer_freeze frozen where frozen.customer_id = lacking.customer_id and coalesce(deposit_id, lacking.id) = lacking.id and lifted_at is null)`),
).as<Difference>();

export const checkClawBacks: BookCheck = (db) => many(db, differences);
