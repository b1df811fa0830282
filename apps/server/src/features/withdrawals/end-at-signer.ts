import type { EndPayment } from '../../platform/chains/payment-signer.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { paymentToApprove } from './review/payment-to-approve.ts';
import { readPaymentAuthorization } from './review/review.repository.ts';
import type { Withdrawal } from './withdrawal.repository.ts';

export interface EndPaymentPort {
  /** Ends a payment at the signer; null where no signer signs. */
  readonly endPayment: EndPayment | null;
}

/**
 * Has the signer end the payment of a withdrawal whose amount is to be returned: from then on it signs nothing for it. False when
 * it has signed it already. Throws `SignerUnavailable`. Also for a withdrawal that no review is known of: signatures over its
 * payment may exist that this database was never given.
 */
export async function endAtSigner(
  db: Queryable,
  { endPayment }: EndPaymentPort,
  withdrawal: Withdrawal,
): Promise<boolean> {
  if (endPayment === null) return true;
  const { approvalRequest, approvals } = await readPaymentAuthorization(db, withdrawal.id);
  const approved = approvalRequest === null || approvals === 'AUTO' ? undefined : { approvalRequest, approvals };
  return endPayment(paymentToApprove(withdrawal).paymentId, approved);
}
