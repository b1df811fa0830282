import type { CommandContext } from '../../platform/commands/command.ts';
import { UsageError } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Sentence, Wording } from '../../platform/sentence.ts';
import {
  type Authority,
  moneyRoles,
  type NeededRoles,
  ProposalDecided,
  type StaffMember,
  type StaffPorts,
  type StaffRole,
} from '../../platform/staff/authority.ts';
import type { Described, ProposalHandler } from '../../platform/staff/proposable-command.ts';
import type { ConsoleResult, StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { decideProposal, type ProposalRow } from './proposals.store.ts';
import * as say from './sentences.zh.ts';

export interface DecisionDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  /** The action of a proposal by its name; undefined for one that this program does not know. */
  readonly findHandler: (action: string) => ProposalHandler | undefined;
}

/** Does what was proposed, by another person whom `authorise` has proved. A command and the console decide by this alone. */
export async function approveProposal<Line extends Wording>(
  { database, findHandler }: Pick<DecisionDeps, 'database' | 'findHandler'>,
  proposal: ProposalRow,
  {
    context,
    authorise,
    signsElsewhere,
  }: {
    context: CommandContext;
    readonly authorise: (needed: NeededRoles, proposer: StaffMember) => Promise<Authority | { refusal: Line }>;
    signsElsewhere?: true;
  },
): Promise<StaffResult<Line | Sentence>> {
  if (proposal.outcome !== null) return { refused: say.isDecided(proposal.id, proposal.outcome) };
  const handler = findHandler(proposal.action);
  if (!handler) return { refused: say.unknownAction(proposal.action) };
  const authority = await authorise(handler.needed, proposerOf(proposal));
  if ('refusal' in authority) return { refused: authority.refusal };
  const now = context.clock.now();
  try {
    const by = { ...authority, proposalId: proposal.id };
    const input = { authority: by, reason: proposal.reason, now, ...(signsElsewhere && { signsElsewhere }) };
    const result = await handler.approve(proposal.input, input, context);
    // An action that was done before is done without an audit line of its own: the proposal must not stay open.
    if ('done' in result && authority.approver !== null) {
      await decideProposal(database, { id: proposal.id, outcome: 'APPROVED', by: authority.approver, at: now });
    }
    return result;
  } catch (error) {
    if (error instanceof ProposalDecided) return { refused: say.decidedMeanwhile(proposal.id) };
    throw error;
  }
}

/** The roles that decide on an action. */
export function decidingRoles(
  { findHandler }: Pick<DecisionDeps, 'findHandler'>,
  action: string,
): readonly StaffRole[] {
  return findHandler(action)?.needed.approvedBy ?? moneyRoles.approvedBy ?? [];
}

/** What a proposal would do now; undefined for an action that this program does not know. */
export async function describeNow(
  { findHandler, context }: Pick<DecisionDeps, 'findHandler'> & { context: CommandContext },
  proposal: ProposalRow,
): Promise<Described | undefined> {
  try {
    return await findHandler(proposal.action)?.describeStored(proposal.input, context);
  } catch (error) {
    // An option that a later release reads otherwise.
    if (error instanceof UsageError) return { refused: error.sentence };
    throw error;
  }
}

/** By the roles that decide; the proposer takes the own proposal back. Nothing is done. */
export async function rejectProposal(
  deps: DecisionDeps,
  proposal: ProposalRow,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const { by } = authority;
  const deciding = decidingRoles(deps, proposal.action);
  if (by.id !== proposal.staffId && !deciding.includes(by.role)) {
    return { refused: say.otherRole(by.name, by.role, deciding) };
  }
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    if (!(await decideProposal(dbTx, { id: proposal.id, outcome: 'REJECTED', by, at: now }))) {
      return { refused: say.decided(proposal.id) };
    }
    const subject = `proposal ${proposal.id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'proposal:reject', subject, reason });
    return { done: say.rejected(proposal.id) };
  });
}

function proposerOf({ staffId, staffName, staffRole, staffStatus }: ProposalRow): StaffMember {
  return { id: staffId, name: staffName, role: staffRole, status: staffStatus };
}
