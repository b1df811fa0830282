import type { Network } from '@lode/chain';
import type { ColdTransferKind, SweepKind } from '@lode/contract/record-states';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Behind which id the list goes on, and how far. */
export interface MovesPage {
  isOpen: boolean;
  after: string | null;
  limit: number;
}

export interface SweepRow {
  id: bigint;
  kind: SweepKind;
  /** Micro-USDT, or wei. */
  amount: string;
  /** Key of the address that is emptied, or that gets gas. */
  key: string;
  attempts: number;
  txid: string | null;
  /** Wei. */
  gas: string | null;
  isPaid: boolean | null;
  begunAt: Date;
  endedAt: Date | null;
}

const sweeps = query(
  'chain-money.sweeps',
  `with picked as (
     (select id from sweep where $1 and ended_at is null and ($2::bigint is null or id < $2) order by id desc limit $3)
     union all
     (select id from sweep where not $1 and ($2::bigint is null or id < $2) order by id desc limit $3))
   select s.id, s.kind, s.amount::text as amount, coalesce(d.key, h.key) as key, count(p.attempt)::int as attempts,
     (array_agg(p.txid order by p.final_at nulls last, p.attempt desc) filter (where p.txid is not null))[1] as txid,
     sum(p.fee_paid)::text as gas, s.is_paid as "isPaid", s.begun_at as "begunAt", s.ended_at as "endedAt"
   from picked join sweep s using (id) left join sweep_payment p on p.sweep_id = s.id
   left join deposit_address d on d.network = s.network and d.number = s.address_number
   left join house_address h on h.network = s.network and h.number = s.house_number
   group by s.id, d.key, h.key order by s.id desc`,
).as<SweepRow>();

export function readSweeps(db: Queryable, { isOpen, after, limit }: MovesPage): Promise<SweepRow[]> {
  return many(db, sweeps, [isOpen, after, limit]);
}

export interface ColdTransferRow {
  id: bigint;
  kind: ColdTransferKind;
  network: Network;
  amount: bigint;
  wallet: number | null;
  addedBy: string | null;
  approvedBy: string | null;
  isSigned: boolean;
  txid: string | null;
  /** Satoshi, or wei. */
  fee: bigint | null;
  isPaid: boolean | null;
  cancelledAt: Date | null;
  begunAt: Date;
  endedAt: Date | null;
}

const coldTransfers = query(
  'chain-money.cold-transfers',
  `with picked as (
     (select id from cold_transfer where $1 and ended_at is null and ($2::bigint is null or id < $2) order by id desc limit $3)
     union all
     (select id from cold_transfer where not $1 and ($2::bigint is null or id < $2) order by id desc limit $3))
   select t.id, t.kind, t.network, t.amount, w.version as wallet, added.name as "addedBy", approved.name as "approvedBy",
     coalesce(bool_or(p.bytes is not null), false) as "isSigned",
     (array_agg(p.txid order by p.final_at nulls last, p.attempt desc) filter (where p.txid is not null))[1] as txid,
     sum(p.fee_paid)::bigint as fee, t.is_paid as "isPaid", t.cancelled_at as "cancelledAt", t.begun_at as "begunAt", t.ended_at as "endedAt"
   from picked join cold_transfer t using (id) left join cold_payment p on p.transfer_id = t.id
   left join cold_wallet w on w.id = t.wallet_id
   left join staff added on added.id = t.added_by left join staff approved on approved.id = t.approved_by
   group by t.id, w.version, added.name, approved.name order by t.id desc`,
).as<ColdTransferRow>();

export function readColdTransfers(db: Queryable, { isOpen, after, limit }: MovesPage): Promise<ColdTransferRow[]> {
  return many(db, coldTransfers, [isOpen, after, limit]);
}
