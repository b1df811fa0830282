import type { DbTx } from '../../../platform/db/database.ts';
import { takeBackRule } from '../../withdrawals/review/auto-approval.repository.ts';
import { lockWithdrawal } from '../../withdrawals/withdrawal.repository.ts';
import { dropPayment } from '../payment.repository.ts';
import { go } from '../screening/screen-payout.ts';

/**
 * The signer does not sign for the rule what the rule has agreed to. It waits for people again, as if the rule had never been
 * asked; what it would have spent is free, and the rule is not asked a second time.
 */
export async function backToPeople(dbTx: DbTx, id: bigint, why: string, now: Date): Promise<void> {
  const found = await lockWithdrawal(dbTx, id);
  if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED' || !(await takeBackRule(dbTx, id, why, now))) return;
  await dropPayment(dbTx, id);
  await go(dbTx, found, 'handBack', now);
}
