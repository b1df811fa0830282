import type { Queryable } from '../../../platform/db/database.ts';
import type { StaffInput } from '../../../platform/staff/staff-command.ts';
import type { AuditPort } from './recovery-result.ts';

/** `withdrawal:fail`, as two people give it. */
export type FailCommand = StaffInput & {
  id: bigint;
  /** A txid of the withdrawal: two people accept that it may still be mined, which would pay twice. */
  acceptDoublePayRisk?: string | undefined;
};

/** Its line in the audit log; there is one for each withdrawal that fails. */
export function recordFailure(
  db: Queryable,
  { recordAudit }: AuditPort,
  { id, authority, reason, now }: FailCommand,
): Promise<void> {
  return recordAudit(db, { at: now, authority, action: 'withdrawal:fail', subject: `withdrawal ${id}`, reason });
}
