import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';
import type { Audit, StaffMember, StaffRole } from '../../platform/staff/authority.ts';

export type StaffRow = StaffMember & { passwordHash: string };

const byName = statement<StaffRow>(
  'staff.by-name',
  `select id, name, role, status, password_hash as "passwordHash" from staff where name = $1`,
);

export function findStaff(dbTx: DbTx, name: string): Promise<StaffRow | null> {
  return maybeOne(dbTx, byName, [name]);
}

const insert = statement<{ id: bigint }>(
  'staff.insert',
  `insert into staff (name, role, password_hash, created_at) values ($1, $2, $3, $4)
   on conflict (name) do nothing returning id`,
);

/** Null when the name is taken. */
export async function insertStaff(
  dbTx: DbTx,
  { name, role, passwordHash, now }: { name: string; role: StaffRole; passwordHash: string; now: Date },
): Promise<bigint | null> {
  return (await maybeOne(dbTx, insert, [name, role, passwordHash, now]))?.id ?? null;
}

const insertAudit = statement(
  'staff.audit',
  `insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
);

/** Written in the transaction of the deed itself. The database refuses one person in both places. */
export async function recordAudit(dbTx: DbTx, audit: Audit): Promise<void> {
  const { by, approver } = audit.authority;
  const detail = JSON.stringify(audit.detail ?? {});
  await many(dbTx, insertAudit, [
    audit.at,
    by.id,
    approver?.id ?? null,
    audit.action,
    audit.subject,
    audit.reason,
    detail,
  ]);
}

const count = statement<{ count: number }>('staff.count', 'select count(*)::int as count from staff');

export async function countStaff(dbTx: DbTx): Promise<number> {
  return (await one(dbTx, count)).count;
}
