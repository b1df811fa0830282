import { type PayoutDeps, RetryLater, type Withdrawal } from './payout-ports.ts';

/** Throws while the books of the coin differ, or the withdrawal's own rows do: no new payment leaves until they are right. */
export async function refuseWhileBooksDiffer(
  { database, withdrawals, books }: PayoutDeps,
  { id, coin }: Pick<Withdrawal, 'id' | 'coin'>,
): Promise<void> {
  const difference = await books.findDifference(database, coin);
  if (difference !== null) throw new RetryLater(`withdrawal ${id} waits: the books of ${coin} differ: ${difference}`);
  const fault = await withdrawals.findFault(database, id);
  if (fault !== null) throw new RetryLater(`withdrawal ${id} waits: its rows do not fit: ${fault}`);
}
