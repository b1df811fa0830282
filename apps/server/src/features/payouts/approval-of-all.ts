import type { PaymentAuthorization } from '../../platform/chains/payment-signer.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type PaymentRow, readBatch } from './payment.repository.ts';
import { RetryLater, type WithdrawalPort } from './payout-ports.ts';

/** The approval of a payment, with those of all that share its transaction. */
export async function readApprovalOfAll(
  db: Queryable,
  { readApproval }: Pick<WithdrawalPort, 'readApproval'>,
  { withdrawalId, leadId, unsigned }: PaymentRow,
): Promise<PaymentAuthorization> {
  const own = await readApproval(db, withdrawalId);
  if (leadId === null) return own;
  const [, ...others] = await readBatch(db, withdrawalId);
  if (others.length + 1 !== unsigned.receivers?.length)
    throw new RetryLater(`withdrawal ${withdrawalId} waits: its batch was built anew`);
  const batch = [own];
  for (const id of others) batch.push(await readApproval(db, id));
  return { ...own, batch };
}

/** The withdrawals of a transaction, its lead first. */
export const idsOf = ({ withdrawalId, batch }: PaymentAuthorization): bigint[] =>
  batch?.map((one) => one.withdrawalId) ?? [withdrawalId];
