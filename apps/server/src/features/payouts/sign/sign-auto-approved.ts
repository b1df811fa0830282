import type { Unsigned } from '@lode/chain';
import type { SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { type PaymentApproval, type PayoutDeps, RetryLater, type Sign, type Withdrawal } from '../payout-ports.ts';
import { returnToManualReview } from './return-to-manual-review.ts';

type Deps = Pick<PayoutDeps, 'database' | 'withdrawals'> & { clock: Clock };

/**
 * Signs what was auto-approved. One request at a time for a withdrawal, and a denial returns it to manual review before the next
 * one: while money can return, no request is out that could still be answered with a signature.
 */
export function signAutoApproved(deps: Deps, sign: Sign): Sign {
  const { database, withdrawals, clock } = deps;
  return (approval, unsigned) => {
    if (approval.approvals !== 'AUTO') return sign(approval, unsigned);
    const { withdrawalId: id } = approval;
    return database.transaction(async (dbTx) => {
      await withdrawals.lockSigningRequest(dbTx, id);
      const withdrawal = await withdrawals.find(dbTx, id);
      if (withdrawal === null || !(await withdrawals.isAutoApproved(dbTx, id)))
        throw new RetryLater(`withdrawal ${id} returned to manual review meanwhile`);
      const result = await request(dbTx, deps, sign, { withdrawal, approval, unsigned });
      if (result.outcome === 'AUTO_APPROVAL_DENIED')
        await returnToManualReview(dbTx, deps, id, result.reason, clock.now());
      return result;
    });
  };
}

/**
 * Switching auto-approval off also stops what it approved and nothing has signed yet. The signer is then asked without approvals:
 * what it signed before it gives again, anything new it denies.
 */
async function request(
  db: Queryable,
  { withdrawals, clock }: Deps,
  sign: Sign,
  { withdrawal, approval, unsigned }: { withdrawal: Withdrawal; approval: PaymentApproval; unsigned: Unsigned },
): Promise<SigningOutcome> {
  if (await withdrawals.isAutoApprovalOn(db, withdrawal, clock.now())) return sign(approval, unsigned);
  const result = await sign({ ...approval, approvals: [] }, unsigned);
  switch (result.outcome) {
    // A payment that may be signed does not return: its amount could be paid twice.
    case 'UNDETERMINED':
    case 'SIGNED_DIFFERENTLY':
    case 'SIGNED':
    case 'OFFLINE_CHANNEL':
    case 'DENIED_FINAL':
      return result;
    case 'AUTO_APPROVAL_DENIED':
    case 'DENIED_FOR_NOW':
      return { outcome: 'AUTO_APPROVAL_DENIED', reason: 'auto-approval was switched off' };
    default:
      return result satisfies never;
  }
}
