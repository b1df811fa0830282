import { machineStatuses } from '@lode/contract/schemas';
import { type Command, UsageError, wanted } from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { operatingDeed, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { explainRefusal } from './machine-state.ts';
import { moveByStaff } from './move-by-staff.ts';

/**
 * `npm run ops -- machine:status --id ID --to STATUS --by NAME --reason …`. Without `--to` a machine in REPAIR goes back
 * to where it was.
 */
export function machineStatusCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, operatingDeed, ['id', 'to'], async ({ id, to }, deed) => {
    const machineId = rowId(wanted({ id }, 'id'));
    const status = machineStatuses.find((known) => known === to) ?? null;
    if (to !== undefined && status === null) throw new UsageError(`--to is one of ${machineStatuses.join(', ')}`);
    if (machineId === null) return { refused: `there is no machine ${id}` };
    const result = await moveByStaff(database, ports, { machineId, to: status, ...deed });
    if (result.outcome === 'unknown-machine') return { refused: `there is no machine ${id}` };
    if (result.outcome === 'refused') return { refused: `machine ${id}: ${explainRefusal(result.refusal, result)}` };
    return { done: `machine ${id}: ${result.from} → ${result.to}` };
  });
}
