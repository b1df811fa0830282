import { postTransfer } from '@lode/ledger';
import type { DbTx } from '../../platform/db/database.ts';
import { ended, type WithdrawalEnd } from './domain/postings.ts';
import { moved, type WithdrawalEvent } from './domain/transitions.ts';
import { moveWithdrawal, type Withdrawal } from './withdrawal.repository.ts';
import type { CreditPorts } from './withdrawal-ports.ts';

interface Ending {
  event: WithdrawalEvent;
  end: Exclude<WithdrawalEnd, 'paid'>;
  /** For the customer. */
  remark?: string;
  now: Date;
}

/**
 * Ends a withdrawal without a payment: the whole amount is the customer's again, and pays what is owed. False when it
 * cannot end like this where it is. In the transaction in which the caller has it locked.
 */
export async function endUnpaid(
  dbTx: DbTx,
  ports: CreditPorts,
  withdrawal: Withdrawal,
  { event, end, remark, now }: Ending,
): Promise<boolean> {
  const move = moved(withdrawal, event);
  if (move === null) return false;
  const { id, customerId } = withdrawal;
  await ports.lockPayingAccounts(dbTx, [customerId]);
  const { transferId } = await postTransfer(dbTx, ended(id, end, withdrawal, now));
  const endTransferId = transferId;
  await moveWithdrawal(dbTx, id, { from: withdrawal, to: move.state, step: move.step, remark, endTransferId, now });
  await ports.payOwed(dbTx, [customerId], now);
  return true;
}
