import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Who has left has nothing left, by two people; what the accounts still had is what was posted. */
const differences = query(
  'leaving.check',
  limited(`
  with audited as (
    select substring(subject from '^customer ([0-9]+)$')::bigint as customer_id, at, staff_id, approved_by, detail ->> 'contact' as contact,
      detail ->> 'receipt' as receipt, (detail ->> 'transferId')::bigint as transfer_id
    from audit_log where action = 'customer:leave'
  ), rest as (
    select customer_id, ledger.account_id(customer_id, account, coin) as debit,
      ledger.house_id(case kind when 'OWN' then 'TREASURY' else 'PROMOTION_EXPENSE' end, coin) as credit, amount, transfer_id
    from customer_departure_rest left join customer_departure using (customer_id)
  ), posted as (
    select transfer.id as transfer_id, key, posted_at, customer as customer_id, debit::bigint, credit::bigint, amount::bigint
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id where kind = 'customer-left'
  )
  select 'a closed customer has left' as "check", concat('customer ', coalesce(c.id, d.customer_id)) as subject,
    coalesce('CLOSED at ' || d.left_at, 'no departure') as expected, concat_ws(' ', c.status, c.account) as found
  from customer c full join customer_departure d on d.customer_id = c.id
  where coalesce(c.status, 'none') = 'CLOSED' and d.customer_id is null or c.status is distinct from 'CLOSED' and d.customer_id is not null
  union all
  select 'who has left has nothing left', concat('customer ', c.id), 'nothing', concat_ws(' ', what, subject, amount, coin)
  from customer c cross join lateral customer_outstanding(c.id)
  where c.status = 'CLOSED' and what in ('BALANCE', 'WITHDRAWAL', 'ORDER', 'INTEREST_OWED', 'FEE_OWED', 'HOSTING')
  union all
  select 'the accounts of a closed customer are closed, and no other', concat('customer ', c.id), (c.status = 'CLOSED')::text,
    concat_ws(' ', b.account, b.coin, b.closed)
  from ledger.customer_balance b join customer c on c.id = b.customer where b.closed <> (c.status = 'CLOSED')
  union all
  select 'every account of a closed customer is there', concat('customer ', c.id), '8', count(b.account)::text
  from customer c left join ledger.customer_balance b on b.customer = c.id
  where c.status = 'CLOSED' group by c.id having count(b.account) <> 8
  union all
  select 'a departure is audited', concat('customer ', coalesce(d.customer_id, audited.customer_id)),
    concat_ws(' ', audited.at, audited.staff_id, audited.approved_by, audited.contact, audited.receipt, audited.transfer_id),
    concat_ws(' ', d.left_at, d.staff_id, d.approved_by, d.contact, d.receipt, d.transfer_id)
  from customer_departure d full join audited using (customer_id)
  where (audited.at, audited.staff_id, audited.approved_by, audited.contact, audited.receipt, audited.transfer_id)
    is distinct from (d.left_at, d.staff_id, d.approved_by, d.contact, d.receipt, d.transfer_id)
  union all
  select 'what was left is what was posted',
    concat('customer ', coalesce(rest.customer_id, posted.customer_id), ', transfer ', coalesce(posted.transfer_id, rest.transfer_id)),
    coalesce(concat_ws(' ', rest.debit, rest.credit, rest.amount), 'none'), coalesce(concat_ws(' ', posted.debit, posted.credit, posted.amount), 'none')
  from rest full join posted on posted.customer_id = rest.customer_id and (posted.debit, posted.credit) = (rest.debit, rest.credit)
  where rest.amount is distinct from posted.amount
  union all
  select 'the transfer of a departure is its own', concat('customer ', d.customer_id), concat_ws(' ', d.transfer_id, d.left_at),
    concat_ws(' ', posted.transfer_id, posted.posted_at, posted.key)
  from customer_departure d left join posted using (customer_id)
  where (d.transfer_id, d.left_at) is distinct from (posted.transfer_id, coalesce(posted.posted_at, d.left_at))
    or posted.key <> concat('customer-left:', d.customer_id)
  union all
  select 'a rest is of a departure', concat('customer ', r.customer_id), 'a departure', concat_ws(' ', r.account, r.coin, r.kind, r.amount)
  from customer_departure_rest r where not exists (select from customer_departure d where d.customer_id = r.customer_id)
  union all
  select 'an own rest was paid by hand, and nothing else', concat('customer ', d.customer_id),
    case when exists (select from customer_departure_rest r where r.customer_id = d.customer_id and kind = 'OWN') then 'a receipt' else 'none' end,
    coalesce(receipt, 'none')
  from customer_departure d
  where (receipt is not null) <> exists (select from customer_departure_rest r where r.customer_id = d.customer_id and kind = 'OWN')`),
).as<Difference>();

export const checkDepartures: BookCheck = (db) => many(db, differences);
