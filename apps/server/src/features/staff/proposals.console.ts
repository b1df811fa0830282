import type { ConsoleData } from '@lode/contract/console';
import type { CommandContext } from '../../platform/commands/command.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { answerOf, refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffSession } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal } from '../../platform/http/refusal.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { authorityOf } from '../../platform/staff/authority.ts';
import { maskAccounts, maskSentence } from '../../platform/staff/mask-accounts.ts';
import type { Described } from '../../platform/staff/proposable-command.ts';
import { approveProposal, type DecisionDeps, decidingRoles, describeNow, rejectProposal } from './decide-proposal.ts';
import { proposalAsCsv, wholeOf } from './proposal-file.ts';
import { findProposal, type ProposalRow, readDecider, readOpenActions, readProposals } from './proposals.store.ts';
import { noProposal, otherEffect, unknownAction } from './sentences.zh.ts';
import { refusalOfStaff } from './staff-roles.ts';

type ProposalCall = 'proposalList' | 'proposal' | 'proposalFile' | 'approveProposal' | 'rejectProposal';

export interface ProposalConsoleDeps extends DecisionDeps {
  staffReads: Queryable;
  /** What the commands work with; their output goes nowhere. */
  context: CommandContext;
  /** Writes to the security log that a member asked for what its role does not have. */
  readonly recordRefusedRole: (staff: string) => Promise<void>;
}

/** An import of thousands of lines is no page: the file has them all. */
const shownOfValue = 4000;

/** What waits for a second person, decided in a browser by the use cases of `approve` and `proposal:reject`. */
export function proposalsConsole(deps: ProposalConsoleDeps): ConsolePart<ProposalCall> {
  const { database, staffReads, context, recordAudit, recordRefusedRole } = deps;
  const find = async (given: string): Promise<ProposalRow | null> => {
    const id = rowId(given);
    return id === null ? null : findProposal(database, id);
  };
  const view = (row: ProposalRow, { role, staffId }: StaffSession): ConsoleData<'proposal'>['proposal'] => ({
    id: String(row.id),
    action: row.action,
    summary: maskAccounts(row.summaryZh),
    reason: maskAccounts(row.reason),
    by: row.staffName,
    at: row.proposedAt.toISOString(),
    isMine: row.outcome === null && row.staffId !== staffId && decidingRoles(deps, row.action).includes(role),
    isOwn: row.staffId === staffId,
  });

  const describedNow = (row: ProposalRow) => describeNow(deps, row);

  return {
    async proposalList({ session }, { view: wanted = 'ALL', ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const [after] = request.after ?? [];
      const actions =
        wanted === 'MINE'
          ? (await readOpenActions(staffReads)).filter((action) => decidingRoles(deps, action).includes(session.role))
          : null;
      const rows = await readProposals(staffReads, {
        actions,
        by: wanted === 'OWN' ? session.staffId : null,
        notBy: wanted === 'MINE' ? session.staffId : null,
        after: after === undefined ? 0n : BigInt(after),
        limit: request.limit,
      });
      return recordsOf(
        rows,
        ({ id }) => [id],
        (row) => view(row, session),
      );
    },
    async proposal({ session, now }, { id: given }) {
      const row = await find(given);
      if (row === null) return notFound();
      const authority = authorityOf(session);
      const read = { at: now, authority, action: 'proposal:show', subject: `proposal ${given}`, reason: 'console' };
      await recordAudit(database, read);
      const decider = await readDecider(staffReads, row.id);
      const shown = view(row, session);
      // To say it tries the action out, with its locks: only for who decides, or made it.
      const isOpen = row.outcome === null && (shown.isMine || shown.isOwn);
      const described = isOpen ? await describedNow(row) : undefined;
      return {
        proposal: shown,
        roles: [...decidingRoles(deps, row.action)],
        input: inputView(row.input),
        effect: isOpen && described && 'summary' in described ? maskAccounts(described.summary.zh) : null,
        obstacle: isOpen ? obstacleOf(described, row.action) : null,
        outcome: row.outcome,
        decidedBy: decider?.name ?? null,
        decidedAt: decider?.at.toISOString() ?? null,
        withdrawal: row.action.startsWith('withdrawal:') ? ((row.input as { id?: string }).id ?? null) : null,
      };
    },
    async proposalFile({ session, now }, { id: given }) {
      const row = await find(given);
      if (row === null) return notFound();
      const authority = authorityOf(session);
      const read = { at: now, authority, action: 'proposal:file', subject: `proposal ${given}`, reason: 'console' };
      await recordAudit(database, read);
      const { isMine, isOwn } = view(row, session);
      const described = row.outcome === null && (isMine || isOwn) ? await describedNow(row) : undefined;
      return { name: `proposal-${row.id}.csv`, content: proposalAsCsv(wholeOf(row.action, row.input, described)) };
    },
    async approveProposal({ session }, { id, effect }) {
      const row = await find(id);
      if (row === null) return refusedWith(noProposal(id));
      const { by: approver, from } = authorityOf(session);
      // To say what it would do tries it out: only for who may decide.
      const mayDecide = row.staffId !== approver.id && decidingRoles(deps, row.action).includes(approver.role);
      if (effect !== undefined && row.outcome === null && mayDecide) {
        const described = await describedNow(row);
        if (described && 'refused' in described) return refusedWith(maskSentence(described.refused));
        if (described && maskAccounts(described.summary.zh) !== effect) return refusedWith(otherEffect);
      }
      const result = await approveProposal<Sentence>(deps, row, {
        context,
        signsElsewhere: true,
        async authorise(needed, proposer) {
          const refusal = refusalOfStaff(needed, proposer, approver);
          if (refusal === null) return { by: proposer, approver, ...(from && { from }) };
          await recordRefusedRole(approver.name);
          return { refusal };
        },
      });
      if ('refused' in result) return refusedWith(maskSentence(result.refused));
      const { zh } = result.done;
      // A first password, which is shown here once, stays as it is.
      return { outcome: row.action.startsWith('staff:') ? zh : maskAccounts(zh) };
    },
    async rejectProposal({ session, now }, { id, reason }): Promise<null | Refusal> {
      const row = await find(id);
      if (row === null) return refusedWith(noProposal(id));
      const input = { authority: authorityOf(session), reason: reason.trim(), now };
      return answerOf(await rejectProposal(deps, row, input));
    },
  };
}

function obstacleOf(described: Described | undefined, action: string): string | null {
  if (described === undefined) return unknownAction(action).zh;
  return 'refused' in described ? maskAccounts(described.refused.zh) : null;
}

/** As it was given, accounts in full: a second person decides on it, and the read stands in the audit log. */
function inputView(input: unknown): ConsoleData<'proposal'>['input'] {
  return Object.entries(input as Record<string, unknown>).map(([name, given]) => {
    const value = typeof given === 'string' ? given : JSON.stringify(given);
    return { name, value: value.slice(0, shownOfValue), isCut: value.length > shownOfValue };
  });
}
