import type { Command } from '../../platform/commands/command.ts';
import { customerOptions, nameOf } from '../../platform/commands/customer-options.ts';
import { accessRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { describeRemoval, type LostDeviceDeps, removeLostFactor } from './remove.ts';

export function removeLostFactorCommand(deps: LostDeviceDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('customer:second-factor-remove', deps, accessRoles, {
    group: 'Customers and machines',
    summary: 'Removes a lost second factor of a customer; withdrawals are held for 72 hours',
    options: customerOptions,
    example: '--account 13800000001 --by support --reason "identity card seen, ticket 4711"',
    effects: 'irreversible',
    describe: (options) => describeRemoval(deps, nameOf(options)),
    run: (options, input) => removeLostFactor(deps, nameOf(options), input),
  });
}
