import type { Database } from '../../../platform/db/database.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { Deed, DeedResult } from '../../../platform/staff/staff-command.ts';
import { endUnpaid } from '../end-withdrawal.ts';
import type { CreditPorts } from '../ports.ts';
import { paymentRemark } from '../texts.ts';
import { lockWithdrawal } from '../withdrawals.store.ts';

export interface FailLostDeps extends Pick<StaffPorts, 'recordAudit'>, CreditPorts {
  database: Database;
  /** Whether the chain says that nothing that was signed for a withdrawal can ever be in a block. */
  isPaymentLost(id: bigint): Promise<boolean>;
}

/**
 * Somebody else's transaction used up what a payment spends. Whether that one paid the customer by another way only people
 * can tell: two of them end it, and only when the chain says that it is lost for good. Everything returns, once.
 */
export async function failLost(
  deps: FailLostDeps,
  { id, authority, reason, now }: Deed & { id: bigint },
): Promise<DeedResult> {
  if (!(await deps.isPaymentLost(id))) return { refused: `withdrawal ${id} is not out, or can still be paid` };
  return deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'IN_PAYMENT') return { refused: `withdrawal ${id} is not out` };
    await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: paymentRemark, now });
    const subject = `withdrawal ${id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'withdrawal:fail', subject, reason });
    return { done: `${subject} has failed, and its amount is back` };
  });
}
