import { execute, many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { NewProposal, StaffMember } from '../../platform/staff/authority.ts';

const insert = query(
  'staff.propose',
  `insert into staff_proposal (action, input, summary, reason, proposed_by, proposed_at)
   values ($1, $2::jsonb, $3, $4, $5, $6) returning id`,
).as<{ id: bigint }>();

export async function insertProposal(db: Queryable, proposal: NewProposal): Promise<bigint> {
  const { action, input, summary, reason, authority, at } = proposal;
  return (await one(db, insert, [action, JSON.stringify(input), summary, reason, authority.by.id, at])).id;
}

/** A proposal with the person who made it. */
export interface ProposalRow {
  id: bigint;
  action: string;
  input: unknown;
  summary: string;
  reason: string;
  outcome: 'APPROVED' | 'REJECTED' | null;
  proposedAt: Date;
  staffId: bigint;
  staffName: string;
  staffRole: StaffMember['role'];
  staffStatus: StaffMember['status'];
}

const columns = `proposal.id, action, input, summary, reason, outcome, proposed_at as "proposedAt",
  staff.id as "staffId", staff.name as "staffName", staff.role as "staffRole", staff.status as "staffStatus"`;

const byId = query(
  'staff.proposal',
  `select ${columns} from staff_proposal proposal join staff on staff.id = proposed_by where proposal.id = $1`,
).as<ProposalRow>();

export function findProposal(db: Queryable, id: bigint): Promise<ProposalRow | null> {
  return maybeOne(db, byId, [id]);
}

const open = query(
  'staff.open-proposals',
  `select ${columns} from staff_proposal proposal join staff on staff.id = proposed_by
   where outcome is null order by proposal.id limit $1`,
).as<ProposalRow>();

/** The oldest first. */
export function readOpenProposals(db: Queryable, limit: number): Promise<ProposalRow[]> {
  return many(db, open, [limit]);
}

const decide = query(
  'staff.decide-proposal',
  `update staff_proposal set outcome = $2, decided_by = $3, decided_at = $4 where id = $1 and outcome is null`,
);

/** False when it was decided before. The update locks the row until the transaction of the action ends. */
export async function decideProposal(
  db: Queryable,
  decision: { id: bigint; outcome: 'APPROVED' | 'REJECTED'; by: StaffMember; at: Date },
): Promise<boolean> {
  const { id, outcome, by, at } = decision;
  return (await execute(db, decide, [id, outcome, by.id, at])) === 1;
}
