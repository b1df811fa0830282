import type { Database } from '../../platform/db/database.ts';
import type { Authority, StaffPorts } from '../../platform/staff/authority.ts';
import { type ChangeStatusResult, changeByOperator } from './change-status.ts';
import type { MachineStatus } from './machine-state.ts';

export interface StaffMove {
  machineId: bigint;
  /** Null: back to where it was before the repair. */
  to: MachineStatus | null;
  authority: Authority;
  reason: string;
  now: Date;
}

/** The move and its line in the audit log, in one transaction. */
export async function moveByStaff(
  database: Database,
  { recordAudit }: Pick<StaffPorts, 'recordAudit'>,
  { machineId, to, authority, reason, now }: StaffMove,
): Promise<ChangeStatusResult> {
  return database.transaction(async (dbTx) => {
    const result = await changeByOperator(dbTx, { machineId, to, staffName: authority.by.name, reason, now });
    if (result.outcome !== 'changed') return result;
    await recordAudit(dbTx, {
      at: now,
      authority,
      action: 'machine:status',
      subject: `machine ${machineId}`,
      reason,
      detail: { from: result.from, to: result.to },
    });
    return result;
  });
}
