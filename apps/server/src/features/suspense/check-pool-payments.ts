import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * Pool payments against the books: the outputs of the paid days, with the counted corrections, are what left the receivable;
 * what was paid more or less is the variance; each payment is its posting and covers each day of its period; one that is undone
 * moved everything back.
 */
const differences = query(
  'suspense.check-pool-payments',
  limited(`
  with mined as (
    select coin, date, sum(amount) as amount from (
      select ledger.coin_of(debit) as coin, date, amount::bigint as amount from ledger.posting where type = 'MINING_OUTPUT'
    ) output group by coin, date
  ),
  day as (
    select d.payment_id, d.coin, d.date, d.expected, d.undone, coalesce(mined.amount, 0) as mined
    from pool_payment_day d left join mined using (coin, date)
  ),
  correction as (
    select c.payment_id, c.transfer_id, c.line, c.amount, c.undone,
      case ledger.house_id('MINING_RECEIVABLE', pay.coin) when p.debit then p.amount::bigint when p.credit then -p.amount::bigint end as posted
    from pool_payment_correction c join pool_payment pay on pay.id = c.payment_id
    left join ledger.posting p on p.transfer_id = c.transfer_id and p.line = c.line and p.type not in ('MINING_OUTPUT', 'POOL_PAYMENT')
  ),
  entry as (
    select e.transfer_id, ledger.coin_of(account) as coin, ledger.name_of(account) as name, sum(amount) as amount
    from ledger.entry e join ledger.transfer t on t.id = e.transfer_id and t.kind = 'pool-payment' group by 1, 2, 3
  ),
  back as (
    select t.id as transfer_id, t.key, t.corrects, t.posted_at, t.input_hash, array_agg(concat_ws(' ', line, debit, credit, amount) order by line) as lines
    from ledger.transfer t join ledger.posting on posting.transfer_id = t.id where t.kind = 'pool-payment-undone' group by t.id
  ),
  payment as (
    select p.*, t.posted_at, t.input_hash,
      sha256(convert_to(concat('{"arrivalId":', case when arrival_id is null then 'null' else arrival_id || 'n' end, ',"coin":"', coin,
        '","expected":', expected, 'n,"from":"', from_date, '","paid":', paid, 'n,"to":"', to_date, '"}'), 'UTF8')) as hash,
      (select sum(amount) from entry e where e.transfer_id = p.transfer_id and e.coin = p.coin and e.name = 'MINING_RECEIVABLE') as received,
      (select sum(amount) from entry e where e.transfer_id = p.transfer_id and e.coin = p.coin and e.name = 'MINING_VARIANCE') as varied,
      (select -sum(amount) from entry e
       where e.transfer_id = p.transfer_id and e.coin = p.coin and e.name = case when p.arrival_id is null then 'CASH' else 'SUSPENSE' end) as given,
      (select count(*) from day where day.payment_id = p.id) as days,
      (select coalesce(sum(mined), 0) from day where day.payment_id = p.id)
        + (select coalesce(sum(posted), 0) from correction c where c.payment_id = p.id) as outputs,
      (select array_agg(concat_ws(' ', line, credit, debit, amount) order by line) from ledger.posting where transfer_id = p.transfer_id) as reversed
    from pool_payment p left join ledger.transfer t on t.id = p.transfer_id
  )
  select 'a paid mining day has its outputs' as check, coin || ' ' || date as subject, mined::text as expected, expected::text as found
  from day where mined <> expected
  union all
  select 'a counted correction is its posting', transfer_id || '/' || line, coalesce(posted::text, 'none'), amount::text
  from correction where posted is distinct from amount
  union all
  select 'a pool payment is for its outputs', 'pool payment ' || id, outputs::text, expected::text from payment where outputs <> expected
  union all
  select 'a pool payment covers its period', 'pool payment ' || id, (to_date - from_date + 1)::text, days::text
  from payment where days <> to_date - from_date + 1
  union all
  select 'a pool payment is its posting', concat('pool payment ', id, ', transfer ', transfer_id), concat_ws(' ', paid, expected, paid - expected),
    concat_ws(' ', coalesce(given, 0), coalesce(received, 0), coalesce(varied, 0))
  from payment
  where paid <> coalesce(given, 0) or expected <> coalesce(received, 0) or paid - expected <> coalesce(varied, 0)
  union all
  select 'a pool payment is what was matched', 'pool payment ' || id, encode(hash, 'hex'), concat_ws(' ', encode(input_hash, 'hex'), paid_at)
  from payment where hash is distinct from input_hash or paid_at is distinct from posted_at
  union all
  select 'an undone pool payment moved everything back',
    concat('pool payment ', coalesce(payment.id::text, back.key), ', transfer ', back.transfer_id, ', of transfer ', payment.transfer_id),
    concat_ws(' ', payment.transfer_id, payment.undone_at, payment.reversed), concat_ws(' ', back.corrects, back.posted_at, back.lines)
  from (select * from payment where undone_transfer_id is not null) payment full join back on back.transfer_id = payment.undone_transfer_id
  where (payment.reversed, payment.transfer_id, concat('pool-payment:', payment.id, ':undone'), greatest(payment.paid_at, back.posted_at))
    is distinct from (back.lines, back.corrects, back.key, payment.undone_at)
  union all
  select 'days and corrections are undone with their payment', 'pool payment ' || payment_id, (undone_transfer_id is not null)::text, undone::text
  from (select payment_id, undone from day union all select payment_id, undone from correction) part
  left join pool_payment p on p.id = payment_id
  where undone is distinct from (undone_transfer_id is not null)
  union all
  select 'a posted pool payment has its period', 'transfer ' || t.id, 'a pool payment', 'none'
  from ledger.transfer t where t.kind = 'pool-payment' and not exists (select from pool_payment p where p.transfer_id = t.id)
  union all
  select 'variance is what pools paid more or less', coin, coalesce(sum_of.amount, 0)::text, coalesce(held.amount, 0)::text
  from (select coin, sum(paid - expected) as amount from pool_payment where undone_transfer_id is null group by coin) sum_of
  full join (
    select ledger.coin_of(account) as coin, sum(amount) as amount from ledger.entry
    where account in (select ledger.house_id('MINING_VARIANCE', coin) from unnest(array['BTC', 'USDT', 'ETH', 'DOGE']) coin) group by 1
  ) held using (coin)
  where coalesce(sum_of.amount, 0) <> coalesce(held.amount, 0)
  union all
  select 'what pools have paid has left the receivable', coin, coalesce(sum_of.amount, 0)::text, coalesce(held.amount, 0)::text
  from (select coin, sum(expected) as amount from pool_payment where undone_transfer_id is null group by coin) sum_of
  full join (
    select ledger.coin_of(account) as coin, sum(amount) as amount from ledger.entry
    where type = 'POOL_PAYMENT'
      and account in (select ledger.house_id('MINING_RECEIVABLE', coin) from unnest(array['BTC', 'USDT', 'ETH', 'DOGE']) coin)
    group by 1
  ) held using (coin)
  where coalesce(sum_of.amount, 0) <> coalesce(held.amount, 0)`),
).as<Difference>();

export const checkPoolPayments: BookCheck = (db) => many(db, differences);
