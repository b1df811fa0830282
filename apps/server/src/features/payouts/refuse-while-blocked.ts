import type { Queryable } from '../../platform/db/database.ts';
import { AwaitingInput, type PayoutDeps, type Withdrawal } from './payout-ports.ts';

/** A blocked withdrawal is not paid unless it is broadcast already, or signed with others. */
export async function refuseWhileBlocked(
  db: Queryable,
  { withdrawals }: Pick<PayoutDeps, 'withdrawals'>,
  withdrawal: Withdrawal,
): Promise<void> {
  if (!(await withdrawals.isBlocked(db, withdrawal))) return;
  const why = withdrawal.customerId === null ? 'destination was removed' : 'customer is disabled or frozen';
  throw new AwaitingInput(`withdrawal ${withdrawal.id} waits: its ${why}`);
}
