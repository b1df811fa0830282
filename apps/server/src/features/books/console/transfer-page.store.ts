import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface TransferRow {
  id: bigint;
  kind: string;
  key: string;
  businessDate: string;
  postedAt: Date;
  corrects: bigint | null;
  correctedBy: bigint[];
  lines: number;
  moved: { coin: string; amount: string }[];
  /** The first customer that it names; null: none. */
  customerId: bigint | null;
}

const header = query(
  'books.transfer',
  `select t.id, t.kind::text as kind, t.key::text as key, t.business_date::text as "businessDate", t.posted_at as "postedAt", t.corrects,
     array(select c.id from ledger.transfer c where c.corrects = t.id order by c.id limit 20) as "correctedBy", sums.lines, sums.moved,
     (select customer from ledger.posting p where p.transfer_id = t.id order by line limit 1) as "customerId"
   from ledger.transfer t
   cross join lateral (
     select coalesce(sum(lines), 0)::int as lines, coalesce(jsonb_agg(jsonb_build_object('coin', coin, 'amount', amount::text) order by coin), '[]') as moved
     from (
       select ledger.coin_of(debit) as coin, count(*) as lines, sum(amount::bigint) as amount
       from ledger.posting p where p.transfer_id = t.id group by 1) by_coin
   ) sums
   where t.id = $1`,
).as<TransferRow>();

export const readTransfer = (db: Queryable, id: bigint): Promise<TransferRow | null> => maybeOne(db, header, [id]);

export interface EntryRow {
  line: number;
  type: string;
  coin: string;
  amount: bigint;
  date: string;
  from: string;
  fromAfter: bigint | null;
  isFromCustomer: boolean;
  to: string;
  toAfter: bigint | null;
  isToCustomer: boolean;
  customerId: bigint | null;
  account: string | null;
  machineId: bigint | null;
  machineNo: string | null;
}

const entries = query(
  'books.transfer-entries',
  `select p.line, p.type::text as type, ledger.coin_of(p.debit) as coin, p.amount::bigint as amount, p.date::text as date,
     ledger.name_of(p.debit) as "from", p.debit_after::bigint as "fromAfter", p.debit::bigint > 0 as "isFromCustomer",
     ledger.name_of(p.credit) as "to", p.credit_after::bigint as "toAfter", p.credit::bigint > 0 as "isToCustomer",
     customer.id as "customerId", customer.account, machine.id as "machineId", machine.machine_no as "machineNo"
   from (
     select * from ledger.posting where transfer_id = $1 and line > $2 order by line limit $3
   ) p
   left join customer on customer.id = p.customer
   left join machine on machine.id = p.source_id
   order by p.line`,
).as<EntryRow>();

export function readEntries(
  db: Queryable,
  transferId: bigint,
  { after, limit }: { after: number; limit: number },
): Promise<EntryRow[]> {
  return many(db, entries, [transferId, after, limit]);
}

export interface PersonRow {
  action: string;
  by: string;
  approvedBy: string | null;
  at: Date;
  reason: string;
  proposal: bigint | null;
}

/** Along the subject, since what an action posted stands in its detail alone. */
const people = query(
  'books.transfer-people',
  `select l.action, staff.name as by, approver.name as "approvedBy", l.at, l.reason, p.id as proposal
   from audit_log l join staff on staff.id = l.staff_id left join staff approver on approver.id = l.approved_by
     left join staff_proposal p on p.action = l.action and p.proposed_by = l.staff_id and p.decided_by = l.approved_by and p.decided_at = l.at
   where l.subject = any($1::text[]) and l.action not like '%:show' and l.detail->>'transferId' = $2::text
   order by l.id limit 10`,
).as<PersonRow>();

/** Who ordered what a transfer posted, where the audit log names it. */
export const readPeople = (db: Queryable, subjects: readonly string[], transferId: bigint): Promise<PersonRow[]> =>
  many(db, people, [subjects, String(transferId)]);
