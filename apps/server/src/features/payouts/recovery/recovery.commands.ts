import { type Command, wanted } from '../../../platform/commands/command.ts';
import { rowId } from '../../../platform/http/page.ts';
import { moneyDeed, type NeededRoles, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type DeedResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { failPayment } from './fail-payment.ts';
import { releaseInputs } from './release-inputs.ts';

const releasing: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

/**
 * `withdrawal:fail --id N [--although-gone TXID]` by FINANCE with APPROVER returns what can never be paid;
 * `withdrawal:free --id N` by FINANCE or APPROVER releases the inputs that a finished payment did not spend.
 */
export function recoveryCommands(deps: PayoutDeps, staff: StaffPorts): Record<string, Command> {
  return {
    'withdrawal:fail': staffCommand(staff, moneyDeed, ['id', 'although-gone'], (options, deed) =>
      ofId(options, (id) => failPayment(deps, staff, { ...deed, id, acceptDoublePayRisk: options['although-gone'] })),
    ),
    'withdrawal:free': staffCommand(staff, releasing, ['id'], (options, deed) =>
      ofId(options, (id) => releaseInputs(deps, staff, { ...deed, id })),
    ),
  };
}

async function ofId(options: { id?: string }, run: (id: bigint) => Promise<DeedResult>): Promise<DeedResult> {
  const text = wanted(options, 'id');
  const id = rowId(text);
  return id === null ? { refused: `there is no withdrawal ${text}` } : run(id);
}
