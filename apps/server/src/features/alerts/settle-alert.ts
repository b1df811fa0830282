import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { resolveAlertById } from './alerts.store.ts';

export type SettleDeps = Pick<StaffPorts, 'recordAudit'> & { database: Database };

/** Resolves an alert that a person has looked at. One whose condition persists is raised again. */
export function settleAlert(
  { database, recordAudit }: SettleDeps,
  given: string,
  { authority, reason, now }: StaffInput,
): Promise<StaffResult> {
  const id = rowId(given);
  return database.transaction(async (dbTx): Promise<StaffResult> => {
    const kind = id === null ? null : await resolveAlertById(dbTx, id, now);
    if (kind === null) return { refused: `there is no open alarm ${given}` };
    await recordAudit(dbTx, { at: now, authority, action: 'alarm:settle', subject: `alarm ${id}`, reason });
    return { done: `alarm ${id} (${kind}) is settled` };
  });
}
