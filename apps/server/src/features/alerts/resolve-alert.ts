import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { resolveAlertById } from './alerts.store.ts';
import { noOpenAlert, resolved } from './sentences.zh.ts';

export type ResolveDeps = Pick<StaffPorts, 'recordAudit'> & { database: Database };

/** Resolves an alert that a person has looked at. One whose condition persists is raised again. */
export function resolveAlert(
  { database, recordAudit }: ResolveDeps,
  given: string,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const id = rowId(given);
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const kind = id === null ? null : await resolveAlertById(dbTx, id, now);
    if (id === null || kind === null) return { refused: noOpenAlert(given) };
    // The command's frozen name, and the subject that older lines of the log have.
    await recordAudit(dbTx, { at: now, authority, action: 'alarm:settle', subject: `alarm ${id}`, reason });
    return { done: resolved(id, kind) };
  });
}
