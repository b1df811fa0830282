import { endUnpaid } from '../../withdrawals/lifecycle.ts';
import { lockWithdrawal, type Withdrawal } from '../../withdrawals/withdrawal.repository.ts';
import { paymentRemark } from '../customer-remarks.ts';
import { dropPayment } from '../payment.repository.ts';
import { NotYet, type PayoutDeps } from '../payout-ports.ts';
import { type ExportState, isDead } from './exported-payment.ts';

/** Two people have ended it. It returns when nothing of what was exported can be any more: a file may still be about. */
export async function endGivenUp(
  deps: PayoutDeps,
  { id, network }: Withdrawal,
  states: readonly ExportState[],
  now: Date,
): Promise<void> {
  const alive = states.find((state) => !isDead(state, deps.needed(network)));
  if (alive)
    throw new NotYet(`withdrawal ${id} ends when ${alive.exported.txid}, which was exported, can never be paid`);
  await deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED') return;
    await dropPayment(dbTx, id);
    await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: paymentRemark, now });
  });
}
