import type { Command } from '../../platform/commands/command.ts';
import { flag, id } from '../../platform/commands/option.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { type ClawBackDeps, clawBackDeposit } from './claw-back-deposit.ts';

export function clawBackCommand(deps: ClawBackDeps & StaffPorts): Command {
  return staffCommand(deps, moneyRoles, {
    group: 'Money',
    summary: 'Claws back a credited deposit that a reorganisation removed',
    options: {
      id: id('the deposit'),
      available: flag('as far as the customer has money; without it all or nothing'),
    },
    example: '--id 12 --by finance --approved-by approver --reason "removed by a reorganisation"',
    effects: 'irreversible',
    async run(options, input) {
      const depositId = rowId(options.id);
      if (depositId === null) return { refused: `there is no deposit ${options.id}` };
      return clawBackDeposit(deps, { id: depositId, asFarAs: options.available ? 'available' : 'all' }, input);
    },
  });
}
