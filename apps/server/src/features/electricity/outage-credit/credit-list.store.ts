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
  /** Batches that are not posted yet. */
  left: number;
  reason: string;
  proposedBy: string;
  approvedBy: string;
  creditedAt: Date;
}

const list = query(
  'electricity.outage-credit-list',
  `with credit as materialized (
     select * from outage_credit
     where ($1::bigint is null or site_id = $1 or machine_id in (select machine.id from machine where machine.site_id = $1))
       and ($2::bigint is null or id < $2)
     order by id desc limit $3
   ), batches as (
     select credit_id, count(*)::int as left from outage_credit_batch
     where credit_id in (select id from credit) and finished_at is null group by credit_id
   )
   select credit.id, site.name as site, credit.machine_id as "machineId", machine_no as "machineNo", from_at as from, to_at as to,
     keeps_output as "keepsOutput", coalesce(batches.left, 0) as left,
     reason, proposed_by as "proposedBy", approved_by as "approvedBy", credited_at as "creditedAt"
   from credit
   left join site on site.id = credit.site_id
   left join machine on machine.id = credit.machine_id
   left join batches on batches.credit_id = credit.id
   order by credit.id desc`,
).as<CreditRow>();

/** Without what they gave and took, the newest first. */
export function readCreditList(
  db: Queryable,
  siteId: bigint | null,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<CreditRow[]> {
  return many(db, list, [siteId, after?.[0] ?? null, limit]);
}

const given = query(
  'electricity.outage-credits-given',
  `select outage_credit_id as "creditId", adjusted, adjusted_coin as coin, sum(adjusted_amount)::bigint as amount,
     count(distinct customer_id)::int as customers
   from charge_adjustment where outage_credit_id = any ($1::bigint[])
   group by grouping sets ((outage_credit_id), (outage_credit_id, adjusted, adjusted_coin))
   order by outage_credit_id, adjusted nulls first, adjusted_coin`,
).as<GivenRow>();

export interface GivenRow {
  creditId: bigint;
  /** Null with `coin`: the credit in all, of which only the customers count. */
  adjusted: 'electricity' | 'output' | null;
  coin: Coin | null;
  /** Minor units: of electricity above zero given, of outputs below zero taken back. */
  amount: bigint;
  customers: number;
}

/** What each credit gave and took, and how many customers it reached: one pass over their corrections. */
export function readGiven(db: Queryable, creditIds: readonly bigint[]): Promise<GivenRow[]> {
  return creditIds.length === 0 ? Promise.resolve([]) : many(db, given, [creditIds]);
}
