import type { Database } from '../../db/database.ts';
import { type Audit, authorityOf, type StaffPorts } from '../../staff/authority.ts';
import type { StaffInput } from '../../staff/staff-command.ts';
import type { StaffContext } from './console-context.ts';

/** Who calls a use case from the console, why and when. */
export const inputOf = (
  { session, now }: Pick<StaffContext, 'session' | 'now'>,
  reason: string,
): Pick<StaffInput, 'authority' | 'reason' | 'now'> => ({
  authority: authorityOf(session),
  reason: reason.trim(),
  now,
});

/** The reason in the audit log where the console asks for none. */
export const noReason = 'console';

/** Writes into the audit log what a member reads. */
export const readRecorder =
  ({ database, recordAudit }: Pick<StaffPorts, 'recordAudit'> & { database: Database }) =>
  (
    { session, now }: Pick<StaffContext, 'session' | 'now'>,
    action: string,
    subject: string,
    detail: NonNullable<Audit['detail']> = {},
  ): Promise<void> =>
    recordAudit(database, { at: now, authority: authorityOf(session), action, subject, reason: noReason, detail });
