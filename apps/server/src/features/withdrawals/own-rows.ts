import { maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { sourceAccount } from './source-account.ts';

/** What is wrong with the rows of a withdrawal that is about to be paid: read by its keys alone, so that it costs nothing. */
const fault = query(
  'withdrawals.own-rows',
  `select case
     when end_transfer_id is not null then 'it is over'
     when phase not in ('SIGNING', 'BROADCAST') then 'it is ' || phase
     when (select count(*) from withdrawal_review where withdrawal_id = id) <> 2
       and not exists (select from auto_approval where withdrawal_id = id and revoked_at is null) then 'it is not approved'
     when exists (select from withdrawal_payment where withdrawal_id = id and final_at is not null) then 'it is paid'
     when not exists (
       select from ledger.posting join ledger.transfer on transfer.id = posting.transfer_id
       where posting.transfer_id = withdrawal.transfer_id and kind = case when customer_id is null then 'treasury-payment' else 'withdrawal' end and business_date = withdrawal.date and type = 'WITHDRAW'
         and debit = ${sourceAccount}
         and credit = ledger.house_id('WITHDRAWAL_PENDING', coin) and posting.amount::bigint = withdrawal.amount
         and input_hash = sha256(convert_to(concat('{"amount":', withdrawal.amount, 'n,"coin":"', coin, case when customer_id is null then '","destinationId":' else '","customerId":' end,
           coalesce(customer_id, destination_id), 'n}'), 'UTF8'))
     ) then 'its posting is not what it says'
   end as fault
   from withdrawal where id = $1`,
).as<{ fault: string | null }>();

/** Null when the withdrawal's row, its posting and its approval fit. */
export async function findFault(db: Queryable, id: bigint): Promise<string | null> {
  const row = await maybeOne(db, fault, [id]);
  return row === null ? 'there is no such withdrawal' : row.fault;
}

const broadcast = query(
  'withdrawals.was-broadcast',
  `select exists (select from withdrawal_step where withdrawal_id = $1 and step = 'BROADCAST') as "isSent"`,
).as<{ isSent: boolean }>();

export async function wasBroadcast(db: Queryable, id: bigint): Promise<boolean> {
  return (await one(db, broadcast, [id])).isSent;
}
