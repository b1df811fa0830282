import type { Coin } from '@lode/money';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface CreditRow {
  id: bigint;
  site: string | null;
  machineId: bigint | null;
  machineNo: string | null;
  from: Date;
  to: Date;
  keepsOutput: boolean;
  customers: number;
  left: number;
  reason: string;
  proposedBy: string;
  approvedBy: string;
  creditedAt: Date;
}

const list = query(
  'electricity.outage-credit-list',
  `select credit.id, site.name as site, credit.machine_id as "machineId", machine_no as "machineNo", from_at as from, to_at as to,
     keeps_output as "keepsOutput", given.customers,
     (select count(*)::int from outage_credit_batch batch where batch.credit_id = credit.id and finished_at is null) as left,
     reason, proposed_by as "proposedBy", approved_by as "approvedBy", credited_at as "creditedAt"
   from (
     select * from outage_credit
     where ($1::bigint is null or site_id = $1 or machine_id in (select machine.id from machine where machine.site_id = $1))
       and ($2::bigint is null or id < $2)
     order by id desc limit $3
   ) credit
   left join site on site.id = credit.site_id
   left join machine on machine.id = credit.machine_id
   cross join lateral (
     select count(distinct customer_id)::int as customers from charge_adjustment where outage_credit_id = credit.id
   ) given
   order by credit.id desc`,
).as<CreditRow>();

/** Credits with what they gave and took, the newest first. */
export function readCreditList(
  db: Queryable,
  siteId: bigint | null,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<CreditRow[]> {
  return many(db, list, [siteId, after?.[0] ?? null, limit]);
}

const totals = query(
  'electricity.outage-credit-totals-of',
  `select outage_credit_id as "creditId", adjusted, adjusted_coin as coin, sum(adjusted_amount)::bigint as amount
   from charge_adjustment where outage_credit_id = any ($1::bigint[])
   group by outage_credit_id, adjusted, adjusted_coin order by outage_credit_id, adjusted, adjusted_coin`,
).as<{ creditId: bigint; adjusted: 'electricity' | 'output'; coin: Coin; amount: bigint }>();

/** What each credit gave of electricity, above zero, and of outputs, below zero where it was taken back. */
export function readTotalsOf(db: Queryable, creditIds: readonly bigint[]) {
  return many(db, totals, [creditIds]);
}
