import { withdrawalRemarks } from '@lode/contract';
import { discardUnsigned } from '../payment.repository.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { type ExportState, isExportConflicted } from './exported-payment.ts';

/** Two people have ended it: it returns when no exported file of it can be mined any more. */
export async function endAbandonedExport(
  { database, withdrawals, chains }: PayoutDeps,
  { id, network }: Withdrawal,
  states: readonly ExportState[],
  now: Date,
): Promise<void> {
  const alive = states.find((state) => !isExportConflicted(state, chains.confirmations(network)));
  if (alive)
    throw new RetryLater(`withdrawal ${id} ends when ${alive.exported.txid}, which was exported, can never be paid`);
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, id);
    if (found?.phase !== 'SIGNING') return;
    await discardUnsigned(dbTx, id);
    await withdrawals.fail(dbTx, found, { remark: withdrawalRemarks.PAYMENT, now });
  });
}
