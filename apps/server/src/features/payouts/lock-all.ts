import type { Transaction } from '../../platform/db/database.ts';
import type { Withdrawal, WithdrawalPort } from './payout-ports.ts';

export const ascending = (one: bigint, other: bigint): number => (one < other ? -1 : 1);

/** Locks all withdrawals of a transaction, the lowest id first: all that lock several take that order. */
export async function lockAll(
  dbTx: Transaction,
  { lock }: Pick<WithdrawalPort, 'lock'>,
  ids: readonly bigint[],
): Promise<Withdrawal[]> {
  const found: Withdrawal[] = [];
  for (const id of ids.toSorted(ascending)) {
    const withdrawal = await lock(dbTx, id);
    if (withdrawal === null) throw new Error(`there is no withdrawal ${id}`);
    found.push(withdrawal);
  }
  return found;
}
