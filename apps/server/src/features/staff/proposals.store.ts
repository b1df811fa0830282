import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { NewProposal, StaffMember } from '../../platform/staff/authority.ts';

const insert = query(
  'staff.propose',
  `insert into staff_proposal (action, input, summary, summary_zh, reason, proposed_by, proposed_at)
   values ($1, $2::jsonb, $3, $4, $5, $6, $7) returning id`,
).as<{ id: bigint }>();

export async function insertProposal(db: Queryable, proposal: NewProposal): Promise<bigint> {
  const { action, input, summary, reason, authority, at } = proposal;
  const { en, zh } = summary;
  return (await one(db, insert, [action, JSON.stringify(input), en, zh, reason, authority.by.id, at])).id;
}

const lockProposer = lockingQuery(
  'staff.lock-proposer',
  `select pg_advisory_xact_lock(hashtextextended('staff_proposal', $1::bigint))`,
);
const same = query(
  'staff.same-proposal',
  `select id from staff_proposal
   where outcome is null and proposed_by = $1 and action = $2 and input = $3::jsonb and reason = $4 order by id limit 1`,
).as<{ id: bigint }>();

/** One that waits and that the same person made of the same action for the same reason; null where there is none. */
export async function findSameProposal(dbTx: Transaction, proposal: NewProposal): Promise<bigint | null> {
  const { action, input, reason, authority } = proposal;
  await execute(dbTx, lockProposer, [authority.by.id]);
  return (await maybeOne(dbTx, same, [authority.by.id, action, JSON.stringify(input), reason]))?.id ?? null;
}

const lockSubject = lockingQuery(
  'staff.lock-subject',
  `select pg_advisory_xact_lock(hashtextextended('staff_proposal ' || $1::text || ' ' || $2::text, 0))`,
);
const waiting = query(
  'staff.waiting-proposal',
  `select proposal.id, staff.name from staff_proposal proposal join staff on staff.id = proposed_by
   where outcome is null and action = $1 and input ->> $2::text = $3::text order by proposal.id limit 1`,
).as<{ id: bigint; name: string }>();

/** Of an action that waits alone: the proposal about the same thing, of any member. No other is stored before the transaction ends. */
export async function findWaiting(
  dbTx: Transaction,
  { action, option, value }: { action: string; option: string; value: string },
): Promise<{ id: bigint; name: string } | null> {
  await execute(dbTx, lockSubject, [action, value]);
  return maybeOne(dbTx, waiting, [action, option, value]);
}

/** A proposal with the person who made it. */
export interface ProposalRow {
  id: bigint;
  action: string;
  input: unknown;
  summary: string;
  /** The English of a proposal that was made before it had both. */
  summaryZh: string;
  reason: string;
  outcome: 'APPROVED' | 'REJECTED' | null;
  proposedAt: Date;
  staffId: bigint;
  staffName: string;
  staffRole: StaffMember['role'];
  staffStatus: StaffMember['status'];
}

const columns = `proposal.id, action, input, summary, coalesce(summary_zh, summary) as "summaryZh", reason, outcome, proposed_at as "proposedAt",
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

const openActions = query('staff.open-actions', 'select distinct action from staff_proposal where outcome is null').as<{
  action: string;
}>();

/** Of what is proposed, the actions. */
export async function readOpenActions(db: Queryable): Promise<string[]> {
  return (await many(db, openActions)).map(({ action }) => action);
}

const listed = query(
  'staff.proposals',
  `select ${columns} from staff_proposal proposal join staff on staff.id = proposed_by
   where outcome is null and proposal.id > $1 and ($2::text[] is null or action = any($2)) and ($3::bigint is null or proposed_by = $3)
     and ($4::bigint is null or proposed_by <> $4)
   order by proposal.id limit $5`,
).as<ProposalRow>();

export interface ProposalFilter {
  /** Null: all. */
  actions: readonly string[] | null;
  by: bigint | null;
  notBy: bigint | null;
  after: bigint;
  limit: number;
}

/** Open ones, the oldest first. */
export function readProposals(
  db: Queryable,
  { actions, by, notBy, after, limit }: ProposalFilter,
): Promise<ProposalRow[]> {
  return many(db, listed, [after, actions, by, notBy, limit]);
}

const decider = query(
  'staff.proposal-decider',
  `select staff.name, decided_at as at from staff_proposal proposal join staff on staff.id = decided_by where proposal.id = $1`,
).as<{ name: string; at: Date | null }>();

/** Who decided on a proposal; null while it waits. */
export async function readDecider(db: Queryable, id: bigint): Promise<{ name: string; at: Date } | null> {
  const row = await maybeOne(db, decider, [id]);
  return row === null || row.at === null ? null : { name: row.name, at: row.at };
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
