import type { Network } from '@lode/chain';
import type { ConsoleData } from '@lode/contract/console';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { PayoutCoin } from '../payout-ports.ts';

export type StuckCause = ConsoleData<'stuckPaymentList'>['records'][number]['cause'];

export interface StuckPayment {
  id: bigint;
  number: string;
  /** Null of a payment out of TREASURY. */
  account: string | null;
  coin: PayoutCoin;
  network: Network;
  amount: bigint;
  /** The amount less the fee. */
  sent: bigint;
  cause: StuckCause;
  since: Date;
  txid: string | null;
  attempts: number;
  /** Others that its transaction pays. */
  sharedWith: number;
  /** Blocks since one of its inputs is in no block. */
  missingBlocks: number | null;
  keptInputs: number;
}

/** From when on a payment counts as stuck: those that reached their place before. */
export interface StuckBefore {
  unsigned: Date;
  unconfirmed: Record<Network, Date>;
}

/**
 * Of those that are not over only what has waited too long, and what a block holds and has not paid; of those that are over what a reorganisation removed, and what failed and
 * keeps inputs until a person has released them.
 */
const stuck = query(
  'payments.stuck',
  `with waiting as (
     select w.id, case when paid.unproven is null then paid.missing end as missing,
       case
         when paid.unproven is not null then 'UNPROVEN'
         when w.phase = 'BROADCAST' and paid.missing is not null then 'INPUTS_MISSING'
         when w.phase = 'BROADCAST' then 'UNCONFIRMED'
         when w.phase <> 'SIGNING' then 'SCREENING'
         when exists (select from withdrawal_export e where e.withdrawal_id = w.id and e.abandoned_at is null) then 'EXPORTED'
         when signing.channel = 'OFFLINE' then 'OFFLINE'
         when paid.built is not null then 'UNKNOWN'
         else 'NOT_BUILT'
       end as cause,
       case when paid.unproven is not null then paid.unproven when w.phase = 'BROADCAST' then paid.signed else coalesce(approved.at, w.applied_at) end as since
     from withdrawal w
     left join withdrawal_signing signing on signing.withdrawal_id = w.id
     left join lateral (
       select min(p.signed_at) as signed, max(p.confirmations) as confirmations, max(p.gone_height) as missing, max(p.built_at) as built, min(p.unproven_since) as unproven
       from withdrawal_payment p where p.withdrawal_id = w.id) paid on true
     left join lateral (
       select max(s.at) as at from withdrawal_step s where s.withdrawal_id = w.id and s.step in ('APPROVED', 'KYT')) approved on true
     where w.end_transfer_id is null and w.phase = any(array['APPROVED', 'SCREENING', 'SIGNING', 'BROADCAST'])
       and case
         when w.phase <> 'BROADCAST' then coalesce(approved.at, w.applied_at) < $1
         else paid.unproven is not null or paid.confirmations = 0
           and (paid.missing is not null or paid.signed < case w.network when 'BITCOIN' then $2::timestamptz else $3::timestamptz end)
       end
   ), over as (
     select r.withdrawal_id as id, null::int as missing, 'REORGED' as cause, coalesce(max(p.reorged_at), max(p.final_at)) as since
     from reorged_payment r join withdrawal_payment p using (withdrawal_id, attempt) group by r.withdrawal_id
     union all
     select w.id, null, 'KEEPS_INPUTS', coalesce(max(s.at), w.applied_at) from withdrawal w
     left join withdrawal_step s on s.withdrawal_id = w.id and s.step = 'FAILED'
     where w.phase = 'FAILED' and w.coin = 'BTC'
       and exists (select from outpoint_reservation kept where kept.withdrawal_id = w.id)
       and not exists (select from reorged_payment r where r.withdrawal_id = w.id)
       and not exists (select from audit_log l where l.subject = 'withdrawal ' || w.id and l.action = 'withdrawal:free')
     group by w.id
   )
   select w.id, w.number, c.account, w.coin, w.network, w.amount, w.amount - w.fee as sent, found.cause, found.since,
     coalesce(
       (select p.txid from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null order by p.attempt desc limit 1),
       (select e.txid from withdrawal_export e where e.withdrawal_id = w.id order by e.exported_at desc limit 1)) as txid,
     (select count(*)::int from withdrawal_payment p where p.withdrawal_id = w.id) as attempts,
     (select count(*)::int from withdrawal_payment p where p.attempt = 0 and p.withdrawal_id <> w.id
       and p.lead_id = (select own.lead_id from withdrawal_payment own where own.withdrawal_id = w.id and own.attempt = 0)) as "sharedWith",
     watcher.newest_height - found.missing as "missingBlocks",
     (select count(*)::int from outpoint_reservation kept where kept.withdrawal_id = w.id and found.cause = 'KEEPS_INPUTS') as "keptInputs"
   from (select * from waiting union all select * from over) found
   join withdrawal w using (id) left join customer c on c.id = w.customer_id left join chain_watcher watcher on watcher.network = w.network
   where $4::bigint is null or w.id > $4
   order by w.id limit $5`,
).as<StuckPayment>();

/** The oldest first. */
export function readStuck(
  db: Queryable,
  { unsigned, unconfirmed }: StuckBefore,
  { after, limit }: { after: string | null; limit: number },
): Promise<StuckPayment[]> {
  return many(db, stuck, [unsigned, unconfirmed.BITCOIN, unconfirmed.ERC20, after, limit]);
}
