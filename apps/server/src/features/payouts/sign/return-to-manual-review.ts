import type { Transaction } from '../../../platform/db/database.ts';
import { discardUnsigned } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';

/**
 * The signer denied an auto-approved payment: its reservations are released and it waits for two people. It is not auto-approved
 * a second time.
 */
export async function returnToManualReview(
  dbTx: Transaction,
  { withdrawals }: Pick<PayoutDeps, 'withdrawals'>,
  id: bigint,
  reason: string,
  now: Date,
): Promise<void> {
  const found = await withdrawals.lock(dbTx, id);
  if (found?.phase !== 'SIGNING' || !(await withdrawals.revokeAutoApproval(dbTx, id, reason, now))) return;
  await discardUnsigned(dbTx, id);
  await withdrawals.advance(dbTx, found, 'returnToManualReview', now);
}
