import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { sourceAccount } from '../source-account.ts';

const taken = query(
  'withdrawals.origin-taken',
  `select posting.debit::bigint as account, posting.debit_after::bigint as "left", transfer.posted_at as at
   from withdrawal w
   join ledger.posting on posting.transfer_id = w.transfer_id and posting.type = 'WITHDRAW' and posting.debit = ${sourceAccount}
   join ledger.transfer on transfer.id = posting.transfer_id
   where w.id = $1 and w.customer_id is not null`,
).as<{ account: bigint; left: bigint | null; at: Date }>();

/** What its account held after a withdrawal was taken from it; null of a payment out of TREASURY, and of a month that is kept elsewhere. */
export async function readTaken(
  db: Queryable,
  withdrawalId: bigint,
): Promise<{ account: bigint; left: bigint; at: Date } | null> {
  const row = await maybeOne(db, taken, [withdrawalId]);
  return row === null || row.left === null ? null : { ...row, left: row.left };
}

/** An amount that came into the account. */
export interface Credit {
  type: string;
  amount: bigint;
  at: Date;
}

/**
 * What came into a customer's account before a withdrawal, the newest first. Outputs are read where they were posted from, a line for
 * each day: their postings have no index by customer.
 */
const credits = query(
  'withdrawals.origin-credits',
  `with taken as (select w.transfer_id, w.customer_id, w.coin, w.date from withdrawal w where w.id = $1),
   first as (
     select coalesce((select first_transfer from ledger.month, taken
       where month <= date_trunc('month', taken.date) - make_interval(months => $3::int) order by month desc limit 1), 0) as id),
   other as (
     select posting.transfer_id, posting.type::text as type, posting.amount::bigint as amount
     from taken join ledger.posting on posting.customer = taken.customer_id
     where posting.type <> 'MINING_OUTPUT' and posting.credit = $2::bigint
       and posting.transfer_id < taken.transfer_id and posting.transfer_id >= (select id from first)
     order by posting.transfer_id desc, posting.line desc limit $4::int),
   mined as (
     select (batch.result ->> 'outputTransfer')::bigint as transfer_id, 'MINING_OUTPUT' as type, output.amount
     from taken
     join day_close_batch batch on batch.kind = 'mining' and batch.stage = 'post'
       and taken.customer_id between batch.first_customer and batch.last_customer
       and batch.date <= taken.date and batch.date > taken.date - (31 * ($3::int + 1))
     cross join lateral (
       select sum(net)::bigint as amount from machine_output
       where customer_id = taken.customer_id and date = batch.date and machine_output.coin = taken.coin and net > 0) output
     where taken.coin = 'BTC' and output.amount > 0 and (batch.result ->> 'outputTransfer')::bigint < taken.transfer_id)
   select credit.type, credit.amount, transfer.posted_at as at
   from (select * from other union all select * from mined) credit
   join ledger.transfer on transfer.id = credit.transfer_id
   order by credit.transfer_id desc limit $4::int`,
).as<Credit>();

export function readCredits(
  db: Queryable,
  { withdrawalId, account, months, limit }: { withdrawalId: bigint; account: bigint; months: number; limit: number },
): Promise<Credit[]> {
  return many(db, credits, [withdrawalId, account, months, limit]);
}
