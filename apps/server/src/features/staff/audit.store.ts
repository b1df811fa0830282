import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export interface AuditRow {
  id: bigint;
  at: Date;
  staff: string;
  approvedBy: string | null;
  action: string;
  subject: string;
  reason: string;
  detail: unknown;
}

const lines = query(
  'staff.audit-log',
  `select audit.id, at, staff.name as staff, approver.name as "approvedBy", action, subject, reason, detail
   from audit_log audit join staff on staff.id = staff_id left join staff approver on approver.id = approved_by
   where ($1::bigint is null or audit.id < $1)
     and ($3::text is null or staff_id = (select id from staff where name = $3) or approved_by = (select id from staff where name = $3))
     and ($4::text is null or action = $4) and ($5::text is null or subject = $5)
   order by audit.id desc limit $2`,
).as<AuditRow>();

/** Of one action, newest first. */
export const readActions = (
  db: Queryable,
  action: string,
  place: { after: readonly [id: string] | null; limit: number },
): Promise<AuditRow[]> => readAuditLog(db, { staff: null, action, subject: null }, place);

/** Newest first; a member's lines are those that they approved, too. */
export function readAuditLog(
  db: Queryable,
  { staff, action, subject }: { staff: string | null; action: string | null; subject: string | null },
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<AuditRow[]> {
  return many(db, lines, [after?.[0] ?? null, limit, staff, action, subject]);
}
