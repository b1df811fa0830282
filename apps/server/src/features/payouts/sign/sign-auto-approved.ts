import type { Unsigned } from '@lode/chain';
import type { PaymentAuthorization, SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { idsOf } from '../approval-of-all.ts';
import { ascending } from '../lock-all.ts';
import { type PayoutDeps, RetryLater, type Sign, type Withdrawal } from '../payout-ports.ts';
import { returnToManualReview } from './return-to-manual-review.ts';

type Deps = Pick<PayoutDeps, 'database' | 'withdrawals'> & { clock: Clock };

/**
 * Signs what was auto-approved. One request at a time for a withdrawal, and a denial returns it to manual review before the next
 * one: while money can return, no request is out that could still be answered with a signature. Of a batch only those return that the
 * signer names.
 */
export function signAutoApproved(deps: Deps, sign: Sign): Sign {
  const { database, withdrawals, clock } = deps;
  return (approval, unsigned) => {
    if (approval.approvals !== 'AUTO') return sign(approval, unsigned);
    const ids = idsOf(approval).toSorted(ascending);
    return database.transaction(async (dbTx) => {
      for (const id of ids) await withdrawals.lockSigningRequest(dbTx, id);
      const found: Withdrawal[] = [];
      for (const id of ids) {
        const withdrawal = await withdrawals.find(dbTx, id);
        if (withdrawal === null || !(await withdrawals.isAutoApproved(dbTx, id)))
          throw new RetryLater(`withdrawal ${id} returned to manual review meanwhile`);
        found.push(withdrawal);
      }
      const result = await request(dbTx, deps, sign, { found, approval, unsigned });
      if (result.outcome === 'AUTO_APPROVAL_DENIED')
        for (const id of result.of?.toSorted(ascending) ?? ids)
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
  { found, approval, unsigned }: { found: readonly Withdrawal[]; approval: PaymentAuthorization; unsigned: Unsigned },
): Promise<SigningOutcome> {
  const [withdrawal] = found;
  if (withdrawal && (await withdrawals.isAutoApprovalOn(db, withdrawal, clock.now()))) {
    const blocked = approval.batch ? await blockedOf(db, withdrawals, found) : [];
    if (blocked.length === 0) return sign(approval, unsigned);
    // Frozen since it was built: the others go on without it.
    const result = await sign({ ...approval, approvals: [] }, unsigned);
    return result.outcome === 'AUTO_APPROVAL_DENIED' || result.outcome === 'DENIED_FOR_NOW'
      ? { outcome: 'DENIED_FOR_NOW', reason: 'its customer is disabled or frozen', of: blocked }
      : result;
  }
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

/** Only before the first signature: what is sent completes, and its fee may be bumped. */
async function blockedOf(
  db: Queryable,
  withdrawals: Deps['withdrawals'],
  found: readonly Withdrawal[],
): Promise<bigint[]> {
  const blocked: bigint[] = [];
  for (const one of found) if (one.phase === 'SIGNING' && (await withdrawals.isBlocked(db, one))) blocked.push(one.id);
  return blocked;
}
