import { execute, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { type Audit, ProposalDecided, type StaffMember, type StaffRole } from '../../platform/staff/authority.ts';
import { decideProposal } from './proposals.store.ts';

export type StaffRow = StaffMember & { passwordHash: string };

const byName = query(
  'staff.by-name',
  `select id, name, role, status, password_hash as "passwordHash" from staff where name = $1`,
).as<StaffRow>();

export function findStaff(db: Queryable, name: string): Promise<StaffRow | null> {
  return maybeOne(db, byName, [name]);
}

const insert = query(
  'staff.insert',
  `insert into staff (name, role, password_hash, created_at) values ($1, $2, $3, $4)
   on conflict (name) do nothing returning id`,
).as<{ id: bigint }>();

/** Null when the name is taken. */
export async function insertStaff(
  db: Queryable,
  { name, role, passwordHash, now }: { name: string; role: StaffRole; passwordHash: string; now: Date },
): Promise<bigint | null> {
  return (await maybeOne(db, insert, [name, role, passwordHash, now]))?.id ?? null;
}

const insertAudit = query(
  'staff.audit',
  `insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
);

/** Written in the transaction of the action itself. The database refuses one person in both places. */
export async function recordAudit(db: Queryable, audit: Audit): Promise<void> {
  const { by, approver, proposalId } = audit.authority;
  if (proposalId !== undefined && approver !== null) {
    const isFirst = await decideProposal(db, { id: proposalId, outcome: 'APPROVED', by: approver, at: audit.at });
    if (!isFirst) throw new ProposalDecided(`proposal ${proposalId} is decided`);
  }
  const detail = JSON.stringify(audit.detail ?? {});
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

const count = query('staff.count', 'select count(*)::int as count from staff').as<{ count: number }>();

export async function countStaff(db: Queryable): Promise<number> {
  return (await one(db, count)).count;
}
