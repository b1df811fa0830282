import { type Command, wanted } from '../../platform/commands/command.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyDeed, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { type SettleDeps, settleDeposit } from './settle-deposit.ts';

/** `deposit:settle --id N` by FINANCE with APPROVER: a credited deposit that no block has any more is taken from its customer. */
export function settleCommand(deps: SettleDeps & StaffPorts): Command {
  return staffCommand(deps, moneyDeed, ['id'], async (options, deed) => {
    const text = wanted(options, 'id');
    const id = rowId(text);
    return id === null ? { refused: `there is no deposit ${text}` } : settleDeposit(deps, id, deed);
  });
}
