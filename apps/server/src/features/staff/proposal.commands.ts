import { type Command, type CommandContext, defineCommand } from '../../platform/commands/command.ts';
import { id, optional } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import {
  type Authority,
  type NeededRoles,
  type StaffMember,
  type StaffPorts,
  staffRoles,
} from '../../platform/staff/authority.ts';
import type { ProposalHandler } from '../../platform/staff/proposable-command.ts';
import { report, staffCommand, staffOptions } from '../../platform/staff/staff-command.ts';
import { approveProposal, describeNow, rejectProposal } from './decide-proposal.ts';
import { wholeOf } from './proposal-file.ts';
import { findProposal, type ProposalRow, readOpenProposals } from './proposals.store.ts';
import { noProposal, otherEffect } from './sentences.zh.ts';

export interface ProposalCommandDeps extends StaffPorts {
  database: Database;
  /** The action of a proposal by its name; undefined for one that this program does not know. */
  readonly findHandler: (action: string) => ProposalHandler | undefined;
  readonly authoriseApproval: (
    needed: NeededRoles,
    names: { proposer: StaffMember; name: string | undefined },
  ) => Promise<Authority | { refusal: string }>;
}

const group = 'Settings and staff';
/** A longer queue is cut, and the list says so. */
const listedAtMost = 200;

/** Approves, rejects and lists what one person proposed and another one decides. */
export function proposalCommands(deps: ProposalCommandDeps): Record<string, Command> {
  return {
    approve: approveCommand(deps),
    'proposal:list': listCommand(deps),
    'proposal:show': showCommand(deps),
    'proposal:reject': rejectCommand(deps),
  };
}

function approveCommand(deps: ProposalCommandDeps): Command {
  return defineCommand({
    group,
    summary: 'Approves what another person proposed, and does it',
    options: {
      id: id('the proposal'),
      by: staffOptions.by,
      reason: optional(staffOptions.reason, 'the reason of the proposal'),
    },
    people: 'By another person than the one who proposed it, with the role that its action needs.',
    example: '--id 7 --by approver',
    effects: 'irreversible',
    fields: { id: 'the proposal', action: 'the command that was proposed' },
    async confirm({ id: given }, context) {
      const proposal = await readProposal(deps.database, given);
      if (proposal === null || proposal.outcome !== null) return null;
      // A script reads nothing.
      const effect = context.terminal === null ? [] : await effectNow(deps, context, proposal);
      return {
        preview: previewOf(proposal, effect),
        question: 'This cannot be undone. Type yes to approve: ',
        isConfirmedBy: (answer) => answer === 'yes',
      };
    },
    async run({ id: given, by: name }, context) {
      const proposal = await readProposal(deps.database, given);
      if (proposal === null) return report({ refused: noProposal(given) }, { id: given }, context);
      const fields = { id: given, action: proposal.action };
      const approved = await approveProposal(deps, proposal, {
        context,
        async authorise(needed, proposer) {
          const authority = await deps.authoriseApproval(needed, { proposer, name });
          if ('refusal' in authority || context.shown === undefined) return authority;
          // After the password: what it would do may have changed while it was typed.
          const lines = previewOf(proposal, await effectNow(deps, context, proposal));
          return lines.join('\n') === context.shown.join('\n') ? authority : { refusal: otherEffect.en };
        },
      });
      return report(approved, fields, context);
    },
  });
}

const previewOf = (proposal: ProposalRow, effect: readonly string[]): string[] => [
  lineOf(proposal),
  `  reason: ${proposal.reason}`,
  '  now:',
  ...effect.map((line) => `  ${line}`),
];

/** Every line of what it would do now. */
async function effectNow(deps: ProposalCommandDeps, context: CommandContext, proposal: ProposalRow): Promise<string[]> {
  const described = await describeNow({ ...deps, context }, proposal);
  return wholeOf(proposal.action, proposal.input, described).effect.map(({ en }) => en);
}

function listCommand({ database }: ProposalCommandDeps): Command {
  return defineCommand({
    group,
    summary: 'Lists what waits for a second person, the oldest first',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      id: 'of the proposal',
      action: 'the command',
      proposedBy: 'who proposed it',
      proposedAt: 'when',
      reason: 'why',
    },
    async run(_input, { print }) {
      const proposals = await readOpenProposals(database, listedAtMost);
      for (const proposal of proposals) {
        print(`${lineOf(proposal)} (${proposal.reason})`, {
          id: String(proposal.id),
          action: proposal.action,
          proposedBy: proposal.staffName,
          proposedAt: proposal.proposedAt.toISOString(),
          reason: proposal.reason,
        });
      }
      const isCut = proposals.length === listedAtMost;
      print(isCut ? `the oldest ${listedAtMost}; there may be more` : `${proposals.length} open`);
      return 0;
    },
  });
}

function showCommand({ database, findHandler }: ProposalCommandDeps): Command {
  return defineCommand({
    group,
    summary: 'Prints every line of a proposal: what was given, and what it would do now',
    options: { id: id('the proposal') },
    example: '--id 7',
    effects: 'reads',
    fields: { part: 'given or effect', name: 'of what was given: the option, and the line of a file' },
    async run({ id: given }, context) {
      const proposal = await readProposal(database, given);
      if (proposal === null) return report({ refused: noProposal(given) }, { id: given }, context);
      const described = proposal.outcome === null ? await describeNow({ findHandler, context }, proposal) : undefined;
      const whole = wholeOf(proposal.action, proposal.input, described);
      context.print(lineOf(proposal));
      for (const { name, value } of whole.given) context.print(`  ${name}: ${value}`, { part: 'given', name });
      for (const { en } of whole.effect) context.print(en, { part: 'effect' });
      return 0;
    },
  });
}

/** The roles that decide may reject; the proposer may take the proposal back. */
function rejectCommand({ database, ...ports }: ProposalCommandDeps): Command {
  const rejecting: NeededRoles = { by: staffRoles.filter((role) => role !== 'AUDITOR') };
  return staffCommand(ports, rejecting, {
    group,
    summary: 'Rejects a proposal, or takes back an own one: nothing is done',
    options: { id: id('the proposal') },
    example: '--id 7 --by approver --reason "wrong date"',
    effects: 'changes',
    async run({ id: given }, input) {
      const proposal = await readProposal(database, given);
      return proposal === null
        ? { refused: noProposal(given) }
        : rejectProposal({ database, ...ports }, proposal, input);
    },
  });
}

async function readProposal(database: Database, given: string): Promise<ProposalRow | null> {
  const proposalId = rowId(given);
  return proposalId === null ? null : findProposal(database, proposalId);
}

function lineOf({ id: proposalId, action, summary, staffName, proposedAt }: ProposalRow): string {
  return `${proposalId} ${proposedAt.toISOString()} ${action} by ${staffName}: ${summary}`;
}
