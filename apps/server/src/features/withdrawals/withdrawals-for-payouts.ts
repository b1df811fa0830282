import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { Payer } from './domain/coins.ts';
import { type LimitsPorts, withdrawLimitsAt } from './domain/limits.ts';
import { advance, confirmPaid, failUnpaid } from './lifecycle.ts';
import { findFault, wasBroadcast } from './own-rows.ts';
import { readCustomerGuard } from './request/security-hold.repository.ts';
import { specStatusOf } from './request/spec-status.ts';
import { isAutoApproved, lockSigningRequest, revokeAutoApproval } from './review/auto-approval.repository.ts';
import { readPaymentAuthorization } from './review/review.repository.ts';
import { isDestinationRemoved } from './treasury/destination.repository.ts';
import {
  findScreeningOf,
  findWithdrawal,
  lockWithdrawal,
  readInPayout,
  recordBroadcastStep,
  type Withdrawal,
} from './withdrawal.repository.ts';
import type { AmountReturnPorts } from './withdrawal-ports.ts';

/** What the payouts slice may read of a withdrawal, and the events that it may report. */
export function withdrawalsForPayouts(ports: AmountReturnPorts & LimitsPorts) {
  return {
    statusOf({ phase }: Pick<Withdrawal, 'phase'>): string {
      const { status, thirdStatus } = specStatusOf(phase);
      return thirdStatus ?? status;
    },
    find: findWithdrawal,
    /** Locked until the caller's transaction ends. */
    lock: lockWithdrawal,
    /** Ids after this one, in their order, a page at a time. */
    readInPayout,
    findScreeningOf,
    findFault,
    readApproval: readPaymentAuthorization,
    advance,
    wasBroadcast,
    recordBroadcast: recordBroadcastStep,
    confirmPaid: (
      dbTx: Transaction,
      withdrawal: Withdrawal,
      networkFee: Parameters<typeof confirmPaid>[3],
      now: Date,
    ) => confirmPaid(dbTx, ports, withdrawal, networkFee, now),
    fail: (dbTx: Transaction, withdrawal: Withdrawal, end: Parameters<typeof failUnpaid>[3]) =>
      failUnpaid(dbTx, ports, withdrawal, end),
    /** Its customer is disabled or frozen, or its destination was removed. */
    async isBlocked(db: Queryable, { customerId, destinationId }: Payer): Promise<boolean> {
      if (customerId === null) return isDestinationRemoved(db, destinationId);
      const { isActive, isFrozen } = await readCustomerGuard(db, customerId);
      return !isActive || isFrozen;
    },
    isAutoApproved,
    revokeAutoApproval,
    lockSigningRequest,
    /** False once staff has switched auto-approval of the coin off. */
    async isAutoApprovalOn(db: Queryable, { coin }: Pick<Withdrawal, 'coin'>, at: Date): Promise<boolean> {
      return (await withdrawLimitsAt(db, ports, at))[coin].autoApproval !== null;
    },
  };
}
