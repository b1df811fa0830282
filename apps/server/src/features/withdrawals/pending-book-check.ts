import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const differences = query(
  'withdrawals.check-pending',
  limitedByCoin(`
  with pending as (
    select coin, ledger.house_id('WITHDRAWAL_PENDING', coin) as account from (values ('BTC'), ('USDT')) of_coin (coin)
  ), posted as (
    select coin, coalesce(sum(case when credit = account then amount::bigint else -amount::bigint end), 0) as amount
    from pending left join ledger.posting on credit = account or debit = account group by coin
  ), open as (
    select pending.coin, coalesce(sum(w.amount), 0) as amount
    from pending left join withdrawal w on w.coin = pending.coin and w.end_transfer_id is null group by pending.coin
  )
  select 'WITHDRAWAL_PENDING is the open withdrawals' as check, coin as subject, open.amount::text as expected, posted.amount::text as found, coin
  from posted join open using (coin) where posted.amount <> open.amount
  union all
  select 'a withdrawal took its amount from the wallet', concat('withdrawal ', w.id), w.amount::text, coalesce(p.amount::text, 'nothing'),
    case when ledger.coin_of(p.debit) = w.coin then w.coin end
  from withdrawal w left join ledger.posting p on p.transfer_id = w.transfer_id and p.type = 'WITHDRAW' and p.customer is not distinct from w.customer_id
  where p.amount is null or p.amount::bigint <> w.amount
  union all
  select 'a withdrawal that is over gave its amount on', concat('withdrawal ', w.id), w.amount::text, coalesce(sum(p.amount::bigint), 0)::text,
    case when count(p.amount) > 0 then w.coin end
  from withdrawal w left join ledger.posting p on p.transfer_id = w.end_transfer_id and p.debit = ledger.house_id('WITHDRAWAL_PENDING', w.coin)
  where w.end_transfer_id is not null group by w.id, w.amount, w.coin having coalesce(sum(p.amount::bigint), 0) <> w.amount`),
).as<Difference>();

/** The balance of WITHDRAWAL_PENDING is the sum of the open withdrawals, each with its postings. */
export const checkPendingBalance: BookCheck = (db) => many(db, differences);
