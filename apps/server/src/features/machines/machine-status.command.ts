import { machineStatuses } from '@lode/contract/record-states';
import type { Command } from '../../platform/commands/command.ts';
import { choice, id, optional } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { machineRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { explainRefusal } from './machine-state.ts';
import { moveByStaff } from './move-by-staff.ts';

export function machineStatusCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, machineRoles, {
    group: 'Customers and machines',
    summary: 'Moves a machine to another status',
    options: {
      id: id('the machine'),
      to: optional(choice(machineStatuses, 'its status from now on'), 'from REPAIR back to where it was'),
    },
    example: '--id 7 --to REPAIR --by operations --reason "fan is broken"',
    effects: 'changes',
    async run({ id: machine, to = null }, input) {
      const machineId = rowId(machine);
      if (machineId === null) return { refused: `there is no machine ${machine}` };
      const result = await moveByStaff(database, ports, { machineId, to, ...input });
      if (result.outcome === 'unknown-machine') return { refused: `there is no machine ${machine}` };
      if (result.outcome === 'refused') {
        return { refused: `machine ${machine}: ${explainRefusal(result.refusal, result)}` };
      }
      return { done: `machine ${machine}: ${result.from} → ${result.to}` };
    },
  });
}
