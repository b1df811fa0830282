import { execute, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import {
  type Audit,
  type Authority,
  ProposalDecided,
  type StaffMember,
  type StaffRole,
} from '../../platform/staff/authority.ts';
import { decideProposal } from './proposals.store.ts';

export interface StaffRow extends StaffMember {
  passwordHash: string;
  /** The password was made for the member: until then it may be replaced by an own one, and nothing else. */
  initialUntil: Date | null;
}

const byName = query(
  'staff.by-name',
  `select id, name, role, status, password_hash as "passwordHash", initial_until as "initialUntil" from staff where name = $1`,
).as<StaffRow>();

export function findStaff(db: Queryable, name: string): Promise<StaffRow | null> {
  return maybeOne(db, byName, [name]);
}

const byId = query(
  'staff.by-id',
  `select id, name, role, status, password_hash as "passwordHash", initial_until as "initialUntil" from staff where id = $1`,
).as<StaffRow>();

export function findStaffById(db: Queryable, id: bigint): Promise<StaffRow | null> {
  return maybeOne(db, byId, [id]);
}

export interface FoundingMember {
  name: string;
  role: StaffRole;
  passwordHash: string;
}

const found = query('staff.found', 'select found_staff($1::jsonb, $2) as added').as<{ added: number }>();

/** How many were added; those whose names are taken are not. The database takes two ADMINs of an empty staff only, but in the demo. */
export async function foundStaff(db: Queryable, members: readonly FoundingMember[], now: Date): Promise<number> {
  return (await one(db, found, [JSON.stringify(members), now])).added;
}

const insertAudit = query(
  'staff.audit',
  `insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
);

/**
 * Written in the transaction of the action itself. The database refuses one person in both places. A decision may name a network of
 * its own, its chain: where it was given from is `session` and `origin`.
 */
export async function recordAudit(db: Queryable, audit: Audit): Promise<void> {
  const { by, approver, from } = audit.authority;
  await markApproved(db, audit.authority, audit.at);
  const detail = JSON.stringify({ ...audit.detail, ...(from && { session: from.session, origin: from.network }) });
  await execute(db, insertAudit, [
    audit.at,
    by.id,
    approver?.id ?? null,
    audit.action,
    audit.subject,
    audit.reason,
    detail,
  ]);
}

/** Throws `ProposalDecided` when the proposal of the authority was decided meanwhile. */
export async function markApproved(db: Queryable, { approver, proposalId }: Authority, at: Date): Promise<void> {
  if (proposalId === undefined || approver === null) return;
  const isFirst = await decideProposal(db, { id: proposalId, outcome: 'APPROVED', by: approver, at });
  if (!isFirst) throw new ProposalDecided(`proposal ${proposalId} is decided`);
}

const count = query('staff.count', 'select count(*)::int as count from staff').as<{ count: number }>();

export async function countStaff(db: Queryable): Promise<number> {
  return (await one(db, count)).count;
}
