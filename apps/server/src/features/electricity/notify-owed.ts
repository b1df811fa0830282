import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { endOfGrace } from './overdue.ts';
import { hostingOwedNotice, owedNotice } from './texts.zh.ts';

export interface NoticePort {
  /** Puts notices to customers into the outbox of the caller's transaction. */
  readonly queueNotices: (
    db: Queryable,
    notices: readonly { to: string; text: string; at?: string }[],
  ) => Promise<void>;
}

/**
 * Customers with an unpaid charge that was posted just now, and all that they owe; added up first, so that no other customer is read. Whether
 * it is the first one of a machine: only such a machine has time left.
 */
const newlyOwing = query(
  'electricity.newly-owing',
  `select account, owed, "hasTime"
   from (
     select customer_id, sum(owed)::bigint as owed, bool_or(since = $3) as "hasTime"
     from (
       select customer_id, sum(owed) as owed, min(coalesce(charged_at, '-infinity')) as since, max(charged_at) as latest
       from owed_electricity where customer_id between $1 and $2 group by customer_id, machine_id
     ) machine_debt
     group by customer_id having bool_or(latest = $3)
   ) debt
   join customer on customer.id = customer_id and customer.id between $1 and $2`,
).as<{ account: string; owed: bigint; hasTime: boolean }>();

/** The same of hosting; closes that catch up have one time, so that of a close is found by its date ($4), too. */
const newlyOwingHosting = query(
  'electricity.newly-owing-hosting',
  `select account, owed
   from (
     select customer_id, sum(owed)::bigint as owed from hosting_charge where customer_id between $1 and $2 and owed > 0
     group by customer_id having bool_or(charged_at = $3 and date = coalesce($4, date))
   ) debt
   join customer on customer.id = customer_id and customer.id between $1 and $2`,
).as<{ account: string; owed: bigint }>();

/** For the transaction that posted charges and collected what the accounts have: their owners learn what is still owed. */
export async function notifyOwed(
  db: Queryable,
  { queueNotices }: NoticePort,
  { range, at, date = null }: { range: { first: bigint; last: bigint }; at: Date; date?: string | null },
): Promise<void> {
  const values = [range.first, range.last, at];
  const owing = await many(db, newlyOwing, values);
  const owingHosting = await many(db, newlyOwingHosting, [...values, date]);
  await queueNotices(db, [
    ...owing.map(({ account, owed, hasTime }) => ({
      to: account,
      text: owedNotice(owed, hasTime ? endOfGrace(at) : null),
      at: at.toISOString(),
    })),
    ...owingHosting.map(({ account, owed }) => ({ to: account, text: hostingOwedNotice(owed), at: at.toISOString() })),
  ]);
}
