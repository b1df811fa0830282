import type { PaymentToApprove } from '../../../platform/chains/payment-approvals.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';

/**
 * What is agreed to, by whomever: a payment has one id in its life, so that what the signer signed for it once is all that it
 * ever signs. The signer remembers ids for ever, also when this database is made anew.
 */
export function paymentToApprove({
  id,
  network,
  coin,
  addressKey,
  amount,
  fee,
  appliedAt,
}: Withdrawal): PaymentToApprove {
  const paymentId = `withdrawal:${id}-${appliedAt.getTime().toString(36)}`;
  return { paymentId, network, coin, destination: addressKey, amount: amount - fee };
}
