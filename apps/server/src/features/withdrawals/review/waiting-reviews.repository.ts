import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import { offsetWaits } from './waiting-offset.ts';

/** A withdrawal that waits for a person: for its proposal, or, with a proposer, for the approval of another. */
export interface WaitingReview {
  id: bigint;
  number: string;
  /** Null of a payment out of TREASURY. */
  account: string | null;
  coin: WithdrawCoin;
  network: 'BITCOIN' | 'ERC20';
  addressKey: string;
  amount: bigint;
  proposerId: bigint | null;
  proposer: string | null;
  since: Date;
}

const waiting = query(
  'withdrawals.waiting-reviews',
  `select w.id, w.number, account, w.coin, w.network, w.address_key as "addressKey", w.amount, r.staff_id as "proposerId", s.name as proposer,
     coalesce(r.at, w.applied_at) as since
   from withdrawal w
   left join customer c on c.id = w.customer_id
   left join withdrawal_review r on r.withdrawal_id = w.id and r.part = 'PROPOSED'
   left join staff s on s.id = r.staff_id
   where w.phase = 'AWAITING_APPROVAL' and not ${offsetWaits} order by w.id limit $1`,
).as<WaitingReview>();

/** The oldest first; without those that a proposal would offset, which waits by itself. */
export function readWaitingReviews(db: Queryable, limit: number): Promise<WaitingReview[]> {
  return many(db, waiting, [limit]);
}
