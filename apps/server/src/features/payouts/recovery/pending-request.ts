import type { PaymentRequest } from '@lode/signing';
import { paymentRequest } from '../../../platform/chains/payment-signer.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { type PaymentRow, readPayments } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { readChannel } from '../sign/signing-channel.repository.ts';
import { readExports } from './exported-payment.repository.ts';
import * as say from './offline-signing.zh.ts';

type WithdrawalReads = Pick<PayoutDeps, 'withdrawals'>;

const isFinished = ({ phase }: Withdrawal): boolean =>
  ['PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET'].includes(phase);

/** Why it is not taken off the online signer; null where it can be. */
export async function whyNotOffline(
  db: Queryable,
  { withdrawals }: WithdrawalReads,
  withdrawal: Withdrawal,
): Promise<Sentence | null> {
  if (isFinished(withdrawal)) return say.overAlready;
  // All payments of the account share one nonce sequence: one that waits for a file would hold up every later one.
  if (withdrawal.network === 'ERC20') return say.bitcoinOnly;
  if (await withdrawals.isAutoApproved(db, withdrawal.id)) return say.autoApproved;
  return (await readChannel(db, withdrawal.id)) === 'ONLINE' ? say.askedOnline : null;
}

/** What comes before the request of an offline withdrawal, or after it. */
export type OfflineWait = 'APPROVAL' | 'PAYMENT' | 'SIGNED' | 'ENDED' | 'OVER' | 'STOPPED';

type Pending =
  | { payment: PaymentRow; request: PaymentRequest }
  /** `wait` is null of a withdrawal that is not offline. */
  | { wait: OfflineWait | null; why: Sentence };

/** The unsigned payment as the offline signer is asked for it, checked against what was requested and approved. */
export async function readPending(
  db: Queryable,
  { withdrawals }: WithdrawalReads,
  withdrawal: Withdrawal,
): Promise<Pending> {
  const { id, phase } = withdrawal;
  if ((await readChannel(db, id)) !== 'OFFLINE') return { wait: null, why: say.offlineFirst };
  const noSignature = say.waitsForNoSignature(withdrawals.statusOf(withdrawal), phase);
  if (isFinished(withdrawal)) return { wait: 'OVER', why: noSignature };
  const [payment] = await readPayments(db, id);
  if (phase === 'BROADCAST' && payment?.txid !== null) return { wait: 'SIGNED', why: say.importedAlready };
  if (phase !== 'SIGNING' && phase !== 'BROADCAST')
    return { wait: phase === 'AWAITING_APPROVAL' ? 'APPROVAL' : 'PAYMENT', why: noSignature };
  if ((await readExports(db, id)).some(({ isAbandoned }) => isAbandoned)) return { wait: 'ENDED', why: say.endedByTwo };
  if (!payment) return { wait: 'PAYMENT', why: say.notBuilt };
  const { approvalRequest, approvals } = await withdrawals.readApproval(db, id);
  if (approvalRequest === null || approvals === 'AUTO' || approvals.length < 2)
    return { wait: 'STOPPED', why: say.notApproved };
  const difference = validate(withdrawal, payment, approvalRequest);
  if (difference !== null) return { wait: 'STOPPED', why: say.differs(difference) };
  return { payment, request: paymentRequest(approvalRequest, approvals, payment.unsigned) };
}

/** The part of a payment or its approval that differs from the withdrawal; null when none does. */
function validate(
  { network, coin, addressKey, amount, fee }: Pick<Withdrawal, 'network' | 'coin' | 'addressKey' | 'amount' | 'fee'>,
  { unsigned }: Pick<PaymentRow, 'unsigned'>,
  approvalRequest: { network: string; coin: string; destination: string; amount: string },
): 'receiver' | 'amount' | 'coin' | null {
  const received = amount - fee;
  if (unsigned.to !== addressKey || approvalRequest.destination !== addressKey) return 'receiver';
  if (unsigned.amount !== received || approvalRequest.amount !== String(received)) return 'amount';
  return unsigned.coin === coin && approvalRequest.coin === coin && approvalRequest.network === network ? null : 'coin';
}
