import { type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { endTransfer, lostFeeTransfer, type WithdrawalEnd } from './domain/postings.ts';
import { transitionOf, type WithdrawalEvent } from './domain/transitions.ts';
import { updatePhase, type Withdrawal } from './withdrawal.repository.ts';
import type { AmountReturnPorts } from './withdrawal-ports.ts';

/** Moves a locked withdrawal on without a posting; throws when the event is not allowed in its phase. */
export async function advance(db: Queryable, withdrawal: Withdrawal, event: WithdrawalEvent, now: Date): Promise<void> {
  const transition = transitionOf(withdrawal.phase, event);
  if (transition === null)
    throw new Error(`withdrawal ${withdrawal.id}: ${event} is not allowed in ${withdrawal.phase}`);
  const { to, step } = transition;
  await updatePhase(db, withdrawal, { to, step, now });
}

interface UnpaidEnd {
  event: WithdrawalEvent;
  end: Exclude<WithdrawalEnd, 'paid'>;
  /** For the customer. */
  remark?: string;
  now: Date;
}

/**
 * Ends a locked withdrawal without a payment: the whole amount is the customer's again, and pays what the customer owes.
 * False when the event is not allowed in its phase.
 */
export async function endUnpaid(
  dbTx: Transaction,
  ports: AmountReturnPorts,
  withdrawal: Withdrawal,
  { event, end, remark, now }: UnpaidEnd,
): Promise<boolean> {
  const transition = transitionOf(withdrawal.phase, event);
  if (transition === null) return false;
  const { id, customerId } = withdrawal;
  const { to, step } = transition;
  if (customerId !== null) await ports.lockPayingAccounts(dbTx, [customerId]);
  const { transferId } = await postTransfer(dbTx, endTransfer(id, end, withdrawal, now));
  await updatePhase(dbTx, withdrawal, { to, step, remark, endTransferId: transferId, now });
  if (customerId === null) return true;
  await ports.payOwed(dbTx, [customerId], now);
  const kind = event === 'cancel' ? 'WITHDRAWAL_CANCELLED' : 'WITHDRAWAL_RETURNED';
  await ports.announce(dbTx, { kind, customerId, at: now, detail: eventDetail(withdrawal) });
  return true;
}

/** Ends a locked withdrawal whose payment is final: its postings and the network's fee are one transfer. */
export async function confirmPaid(
  dbTx: Transaction,
  { announce }: AnnouncePort,
  withdrawal: Withdrawal,
  networkFee: readonly Posting[],
  now: Date,
): Promise<void> {
  const transition = transitionOf(withdrawal.phase, 'confirm');
  if (transition === null)
    throw new Error(`withdrawal ${withdrawal.id}: confirm is not allowed in ${withdrawal.phase}`);
  const { to, step } = transition;
  const transfer = endTransfer(withdrawal.id, 'paid', withdrawal, now);
  const { transferId } = await postTransfer(dbTx, { ...transfer, postings: [...transfer.postings, ...networkFee] });
  await updatePhase(dbTx, withdrawal, { to, step, endTransferId: transferId, now });
  const { customerId } = withdrawal;
  if (customerId === null) return;
  await announce(dbTx, { kind: 'WITHDRAWAL_PAID', customerId, at: now, detail: eventDetail(withdrawal) });
}

/** What the customer and the log read of a withdrawal. */
export function eventDetail({
  id,
  number,
  coin,
  amount,
}: Pick<Withdrawal, 'id' | 'number' | 'coin' | 'amount'>): Record<string, string> {
  return { withdrawal: String(id), number, coin, amount: formatAmount(amount, coin) };
}

/** Returns the amount of a locked withdrawal whose payment failed; what the network took of it is posted. */
export async function failUnpaid(
  dbTx: Transaction,
  ports: AmountReturnPorts,
  withdrawal: Withdrawal,
  { remark, networkFee = [], now }: { remark: string; networkFee?: readonly Posting[]; now: Date },
): Promise<void> {
  await endUnpaid(dbTx, ports, withdrawal, { event: 'fail', end: 'returned', remark, now });
  if (networkFee.length > 0) await postTransfer(dbTx, lostFeeTransfer(withdrawal.id, withdrawal, networkFee, now));
}
