import type { PaymentToApprove } from '../../../platform/chains/payment-approvals.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';

/**
 * The payment as approvers sign it. Its id holds the time of the request because the signer remembers ids for all time, also when
 * this database is created anew and numbers withdrawals from 1 again. `treasury:` is paid to the signer's own list only.
 */
export function paymentToApprove({
  id,
  customerId,
  network,
  coin,
  addressKey,
  amount,
  fee,
  appliedAt,
}: Withdrawal): PaymentToApprove {
  const owner = customerId === null ? 'treasury' : 'withdrawal';
  const paymentId = `${owner}:${id}-${appliedAt.getTime().toString(36)}`;
  return { paymentId, network, coin, destination: addressKey, amount: amount - fee };
}
