import { execute, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { PaymentRow } from '../payment.repository.ts';

const longestReason = 1_000;

const record = query(
  'payments.record-unproven',
  `update withdrawal_payment set unproven_since = coalesce(unproven_since, $4), unproven_reason = $3
   where withdrawal_id = $1 and attempt = $2 and final_at is null and unproven_reason is distinct from $3
     and exists (select from withdrawal w where w.id = $1 and w.phase = 'BROADCAST')`,
);

/** From then on no more of its coin leaves. A later reason replaces the earlier one. */
export async function recordUnproven(
  db: Queryable,
  { withdrawalId, attempt }: Pick<PaymentRow, 'withdrawalId' | 'attempt'>,
  reason: string,
  now: Date,
): Promise<void> {
  await execute(db, record, [withdrawalId, attempt, reason.slice(0, longestReason), now]);
}

const clear = query(
  'payments.clear-unproven',
  `update withdrawal_payment set unproven_since = null, unproven_reason = null where withdrawal_id = $1 and unproven_since is not null`,
);

/** `withdrawalId`: the one whose row holds the transaction. */
export async function clearUnproven(db: Queryable, withdrawalId: bigint): Promise<void> {
  await execute(db, clear, [withdrawalId]);
}

const unproven = query(
  'payments.unproven',
  `select unproven_reason as reason from withdrawal_payment p join withdrawal w on w.id = p.withdrawal_id
   where unproven_since is not null and w.coin = $1 and w.phase = 'BROADCAST' order by p.withdrawal_id limit 1`,
).as<{ reason: string }>();

/** Why no more of the coin leaves while a final payment of it has neither paid nor provably failed; or null. */
export async function findUnprovenOf(db: Queryable, coin: string): Promise<string | null> {
  return (await maybeOne(db, unproven, [coin]))?.reason ?? null;
}
