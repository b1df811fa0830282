import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import type { Phase } from '../domain/phase.ts';
import type { PastWithdrawal } from './replay-auto-approval.ts';

export interface ReplayRow extends PastWithdrawal {
  id: bigint;
  number: string;
  account: string;
  phase: Phase;
  appliedAt: Date;
  /** Approved by a policy, not by people. */
  wasByRule: boolean;
}

// As `known_destination`, of many: the first payment to an address that people approved, and when it was final. One join over what was paid:
// with tens of thousands of addresses it is several times quicker than to look up each.
const past = query(
  'withdrawals.replay-auto-approval',
  `with asked as materialized (
     select id, number, customer_id, network, address_key, amount, date, applied_at, phase from withdrawal
     where coin = $1 and customer_id is not null and date >= $2 order by date desc, id desc limit $3
   ), known as materialized (
     select w.customer_id, w.network, w.address_key, min(s.at) as final_at
     from withdrawal w
       join withdrawal_review r on r.withdrawal_id = w.id and r.part = 'APPROVED'
       join withdrawal_step s on s.withdrawal_id = w.id and s.step = 'CONFIRMED'
     where w.phase = 'PAID' and (w.customer_id, w.network, w.address_key) in (select customer_id, network, address_key from asked)
     group by 1, 2, 3
   )
   select a.id, a.number, a.customer_id as "customerId", c.account, a.amount, a.date::text as date, a.applied_at as "appliedAt", a.phase,
     coalesce(k.final_at <= a.applied_at - make_interval(days => $4::int), false) as "isKnown",
     exists (select from auto_approval rule where rule.withdrawal_id = a.id and rule.revoked_at is null) as "wasByRule"
   from asked a join customer c on c.id = a.customer_id left join known k using (customer_id, network, address_key)
   order by a.date, a.id`,
).as<ReplayRow>();

/** The newest of customers, since a business day, in the order of their requests; amounts in minor units. */
export function readPastWithdrawals(
  db: Queryable,
  { coin, since, knownDays, limit }: { coin: WithdrawCoin; since: string; knownDays: number; limit: number },
): Promise<ReplayRow[]> {
  return many(db, past, [coin, since, limit, knownDays]);
}
