import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { retryFailedJob } from './health.store.ts';
import { begunAnew, noFailedJob } from './sentences.zh.ts';

/**
 * Has the worker begin a job anew that it has given up: the jobs look for themselves what is left to do, so one that was done is done
 * once. Decides nothing: what the job carries out was decided when it was queued.
 */
export function retryJob(
  { database, recordAudit }: Pick<StaffPorts, 'recordAudit'> & { database: Database },
  given: string,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const id = rowId(given);
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const task = id === null ? null : await retryFailedJob(dbTx, id);
    if (id === null || task === null) return { refused: noFailedJob(given) };
    const detail = { task };
    await recordAudit(dbTx, { at: now, authority, action: 'job:retry', subject: `job ${id}`, reason, detail });
    return { done: begunAnew(id, task) };
  });
}
