import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { walkOf } from '../../platform/db/walk.ts';

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

const filters = ['staff', 'action', 'subject'] as const;

/**
 * Each set of filters has a text, and a plan, of its own. The lines of a member are two walks: those that are theirs, and those they approved,
 * which are few.
 */
function pageOf(set: number): string {
  const [ofStaff, ofAction, ofSubject] = filters.map((_, n) => (set & (1 << n)) !== 0);
  const of = [
    ...(ofSubject ? [['subject', '$5::text'] as const] : []),
    ...(ofAction ? [['action', '$4::text'] as const] : []),
  ];
  const wanted = [
    ...(ofStaff ? [] : ['$3::text is null']),
    ...(ofAction ? [] : ['$4::text is null']),
    ...(ofSubject ? [] : ['$5::text is null']),
    'id < $1',
  ];
  const walk = { table: 'audit_log', wanted, limit: '$2' };
  if (!ofStaff) return walkOf({ ...walk, given: of });
  const member = '(select id from staff where name = $3::text)';
  const approved = [...wanted, ...of.map((one) => one.join(' = '))];
  const own = walkOf({ ...walk, columns: 'id', given: [['staff_id', member], ...of] });
  const others = walkOf({ ...walk, columns: 'id', given: [['approved_by', member]], wanted: approved });
  return `
    select line.* from ((${own}) union all (${others})) part
    cross join lateral (select * from audit_log where audit_log.id = part.id offset 0) line`;
}

const pages = Array.from({ length: 2 ** filters.length }, (_, set) =>
  query(
    set === 0 ? 'staff.audit-log' : (`staff.audit-log.${set}` as const),
    `select audit.id, at, staff.name as staff, approver.name as "approvedBy", action, subject, reason, detail
     from (select * from (${pageOf(set)}) lines order by id desc limit $2) audit
     join staff on staff.id = staff_id left join staff approver on approver.id = approved_by
     order by audit.id desc`,
  ).as<AuditRow>(),
);

/** Behind every line. */
const newest = String(2n ** 63n - 1n);

/** Of one action, newest first. */
export const readActions = (
  db: Queryable,
  action: string,
  place: { after: readonly [id: string] | null; limit: number },
): Promise<AuditRow[]> => readAuditLog(db, { staff: null, action, subject: null }, place);

/** Newest first; a member's lines are those that they approved, too. */
export function readAuditLog(
  db: Queryable,
  filter: Record<(typeof filters)[number], string | null>,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<AuditRow[]> {
  const given = filters.map((name) => filter[name]);
  const set = given.reduce<number>((sum, value, n) => (value === null ? sum : sum | (1 << n)), 0);
  return many(db, pages[set] as (typeof pages)[number], [after?.[0] ?? newest, limit, ...given]);
}
