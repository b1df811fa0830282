import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason, text } from './shapes.ts';

const proposal = Type.Object({
  id: Id,
  /** The name of the command: `outage:record`. */
  action: Type.String(),
  /** What would happen, as the proposer was shown it. */
  summary: Type.String(),
  reason: Type.String(),
  by: Type.String(),
  at: Time,
  /** This member may decide on it. */
  isMine: Type.Boolean(),
  /** This member proposed it. */
  isOwn: Type.Boolean(),
});

const deciding = ['SUPPORT', 'OPERATIONS', 'FINANCE', 'APPROVER', 'ADMIN'] as const;

/** What one member proposed and another decides. */
export const proposalRoutes = {
  proposalList: route(consolePaths.proposalList, {
    access: 'staff',
    input: { view: Type.Optional(OneOf(['MINE', 'OWN', 'ALL'])), ...cursorInput },
    data: listOf(proposal),
    summary: 'Open proposals, the oldest first',
  }),
  proposal: route(consolePaths.proposal, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      proposal,
      /** Who may decide. */
      roles: Type.Array(Type.String()),
      /** What was given to the command. */
      input: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), isCut: Type.Boolean() })),
      /** What it would do if it were approved now; null: it is decided. */
      effect: Nullable(Type.String()),
      /** Why it would be refused now. */
      obstacle: Nullable(Type.String()),
      outcome: Nullable(OneOf(['APPROVED', 'REJECTED'])),
      decidedBy: Nullable(Type.String()),
      decidedAt: Nullable(Time),
      /** The withdrawal that it is about. */
      withdrawal: Nullable(Id),
    }),
    summary: 'One proposal with what it would do now; it stands in the audit log',
  }),
  proposalFile: route(consolePaths.proposalFile, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      name: Type.String(),
      /** CSV: each line that was given, and for who decides or proposed it each line of what it would do now. */
      content: Type.String(),
    }),
    summary: 'Every line of one proposal as a file; it stands in the audit log',
  }),
  approveProposal: route(consolePaths.approveProposal, {
    access: 'staff',
    roles: deciding,
    input: {
      id: Id,
      /** What the member has read that it would do now: nothing is done if it would do something else. */
      effect: Type.Optional(text(8000)),
    },
    data: Type.Object({ outcome: Type.String() }),
    refusals: ['notOperable'],
    summary: 'Does what another member proposed',
  }),
  rejectProposal: route(consolePaths.rejectProposal, {
    access: 'staff',
    roles: deciding,
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Rejects a proposal, or takes the own one back: nothing is done',
  }),
} as const;
