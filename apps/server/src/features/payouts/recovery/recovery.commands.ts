import type { Command } from '../../../platform/commands/command.ts';
import { id, optional, text } from '../../../platform/commands/option.ts';
import { rowId } from '../../../platform/http/page.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import {
  moneyRoles,
  type NeededRoles,
  type ProposalPorts,
  type StaffPorts,
} from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { staffCommand } from '../../../platform/staff/staff-command.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { describeFailing } from './describe-failing.ts';
import { failPayment } from './fail-payment.ts';
import { describePaid, markPaid } from './mark-paid.ts';
import { releaseInputs } from './release-inputs.ts';
import { noWithdrawal } from './sentences.zh.ts';

const releasing: NeededRoles = { by: ['FINANCE', 'APPROVER'] };
const group = 'Withdrawals';
const options = { id: id('the withdrawal') };

export function recoveryCommands(deps: PayoutDeps, staff: StaffPorts & ProposalPorts): Record<string, Command> {
  return {
    'withdrawal:fail': proposableCommand('withdrawal:fail', staff, moneyRoles, {
      group,
      summary: 'Returns the amount of a withdrawal that can never be paid',
      options: {
        ...options,
        'although-gone': optional(
          text({
            placeholder: 'TXID',
            summary: 'accepts that this transaction could still be mined, and pay twice',
            longest: 66,
            pattern: /^\P{Cc}+$/u,
            expected: 'a txid',
          }),
        ),
      },
      example: '--id 7 --by finance --approved-by approver --reason "inputs were spent elsewhere"',
      effects: 'irreversible',
      describe: ({ 'although-gone': acceptDoublePayRisk, ...given }) =>
        withId(given.id, (withdrawalId) => describeFailing(deps, { id: withdrawalId, acceptDoublePayRisk })),
      run: ({ 'although-gone': acceptDoublePayRisk, ...given }, input) =>
        withId(given.id, (withdrawalId) =>
          failPayment(deps, staff, { ...input, id: withdrawalId, acceptDoublePayRisk }),
        ),
    }),
    'withdrawal:paid': proposableCommand('withdrawal:paid', staff, moneyRoles, {
      group,
      summary: 'Records as paid what is in a block and not as its amount',
      options,
      example: '--id 7 --by finance --approved-by approver --reason "another node has the transfer"',
      effects: 'irreversible',
      describe: (given) => withId(given.id, (withdrawalId) => describePaid(deps, withdrawalId)),
      run: (given, input) => withId(given.id, (withdrawalId) => markPaid(deps, staff, { ...input, id: withdrawalId })),
    }),
    'withdrawal:free': staffCommand(staff, releasing, {
      group,
      summary: 'Releases the inputs that a failed payment has not spent',
      options,
      example: '--id 7 --by finance --reason "payment has failed"',
      effects: 'irreversible',
      run: (given, input) =>
        withId(given.id, (withdrawalId) => releaseInputs(deps, staff, { ...input, id: withdrawalId })),
    }),
  };
}

async function withId<Result>(
  given: string,
  act: (withdrawalId: bigint) => Promise<Result>,
): Promise<Result | { refused: Sentence }> {
  const withdrawalId = rowId(given);
  return withdrawalId === null ? { refused: noWithdrawal(given) } : act(withdrawalId);
}
