import type { DbTx } from '../../../platform/db/database.ts';
import { dropPayment } from '../payout/payments.store.ts';
import { go } from '../payout/screen.ts';
import { lockWithdrawal } from '../withdrawals.store.ts';
import { takeBackRule } from './rule.store.ts';

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
