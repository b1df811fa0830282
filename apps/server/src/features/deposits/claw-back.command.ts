import type { Command } from '../../platform/commands/command.ts';
import { flag, id } from '../../platform/commands/option.ts';
import { rowId } from '../../platform/http/page.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { type ClawBackDeps, type ClawBackRequest, clawBackDeposit, planClawBack } from './claw-back-deposit.ts';
import { noDeposit } from './sentences.zh.ts';

function readRequest(given: { id: string; available?: boolean | undefined }): ClawBackRequest | { refused: Sentence } {
  const id = rowId(given.id);
  return id === null ? { refused: noDeposit(given.id) } : { id, asFarAs: given.available ? 'available' : 'all' };
}

export function clawBackCommand(deps: ClawBackDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('deposit:settle', deps, moneyRoles, {
    group: 'Money',
    summary: 'Claws back a credited deposit that a reorganisation removed',
    options: {
      id: id('the deposit'),
      available: flag('as far as the customer has money; without it all or nothing'),
    },
    example: '--id 12 --by finance --approved-by approver --reason "removed by a reorganisation"',
    effects: 'irreversible',
    async describe(given) {
      const request = readRequest(given);
      if ('refused' in request) return request;
      return deps.database.transaction((dbTx) => planClawBack(dbTx, deps, request));
    },
    async run(given, input) {
      const request = readRequest(given);
      return 'refused' in request ? request : clawBackDeposit(deps, request, input);
    },
  });
}
