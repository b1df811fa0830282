import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from './range.ts';

/**
 * Rows in the order of their keys go into lists: sorted once, below. Transfers of a debt that was paid later belong to
 * no run: the day's seal must not change with them.
 */
const digest = query(
  'coin-up.digest',
  `with run_transfer as materialized (
     select transfer_id as id
     from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date)
     where date = $3 and first_customer = $1 and last_customer = $2 and not was_owed and transfer_id is not null
     union all select id from unnest(array[$4::bigint]) id where id is not null
   ), line as (
     select transfer_id,
       sha256(array_send(array_agg(debit::bigint)) || array_send(array_agg(credit::bigint)) || array_send(array_agg(amount::bigint))) as hash
     from (
       select transfer_id, debit, credit, amount from ledger.posting
       where transfer_id = any (array(select id from run_transfer)) order by transfer_id, line
     ) sorted
     group by transfer_id
   ), interest as (
     select array_agg(account) as accounts, array_agg(principal) as principals, array_agg(amount) as amounts,
       array_agg(carry) as carries
     from (
       select ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin) as account, principal, amount, carry from coin_up_interest
       where date = $3 and customer_id between $1 and $2 order by customer_id, coin
     ) sorted
   ), moved as (
     select array_agg(id) as ids, array_agg(amount) as amounts
     from (
       select id, amount from coin_up_order
       where arrival_date between case when $3 = (select min(date) from day_close where kind = 'coin-up') then '-infinity' else $3::date + 1 end
           and $3::date + 1
         and completed_day = $3 and customer_id between $1 and $2
       order by id
     ) sorted
   )
   select sha256(concat(
       encode((select string_agg(hash, '' order by transfer_id) from line), 'hex'), ',',
       encode(array_send(interest.accounts) || array_send(interest.principals) || array_send(interest.amounts)
         || array_send(interest.carries), 'hex'), ',',
       encode(array_send(moved.ids) || array_send(moved.amounts), 'hex'))::bytea) as digest,
     (select min(transfer_id)::text from line join ledger.transfer on id = transfer_id where hash <> input_hash) as changed
   from interest, moved`,
).as<{ digest: Buffer; changed: string | null }>();

/**
 * sha-256 over everything that a batch did and that can never change again: interest, orders that it moved, the lines of
 * its transfers. `changed` names a transfer whose lines are not those that were posted.
 */
export function digestOf(db: Queryable, date: string, range: CustomerRange, arrivalTransfer: string | null) {
  return one(db, digest, [range.first, range.last, date, arrivalTransfer]);
}
