import type { Queryable } from '../../platform/db/database.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from './payout-ports.ts';

/** Throws while the books of the coin differ, or the withdrawal's own rows do: no new payment leaves until they are right. */
export async function refuseWhileBooksDiffer(
  db: Queryable,
  { withdrawals, books }: Pick<PayoutDeps, 'withdrawals' | 'books'>,
  { id, coin }: Pick<Withdrawal, 'id' | 'coin'>,
  now: Date,
): Promise<void> {
  const difference = await books.findDifference(db, coin, now);
  if (difference !== null) throw new RetryLater(`withdrawal ${id} waits, no ${coin} leaves: ${difference}`);
  const fault = await withdrawals.findFault(db, id);
  if (fault !== null) throw new RetryLater(`withdrawal ${id} waits: its rows do not fit: ${fault}`);
}
