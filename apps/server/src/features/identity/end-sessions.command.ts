import type { Command } from '../../platform/commands/command.ts';
import { customerOptions, nameOf } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { customerRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { endSessionsByStaff } from './end-sessions-by-staff.ts';

/** Takes no right from the customer, who logs in again: SUPPORT may do it while a thief has the phone. */
export function endSessionsCommand(deps: StaffPorts & AnnouncePort & { database: Database }): Command {
  return staffCommand(deps, customerRoles, {
    group: 'Customers and machines',
    summary: 'Ends every session of a customer, who has to log in again',
    options: customerOptions,
    example: '--account 13800000001 --by support --reason "stolen phone"',
    effects: 'changes',
    run: (options, input) => endSessionsByStaff(deps, nameOf(options), input),
  });
}
