import { maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';

const openRole = query(
  'staff.role-of-open-session',
  `select m.role from staff_session s join staff m on m.id = s.staff_id
   where s.id = $1 and s.ended_at is null and s.expires_at > $2 and s.idle_until > $2 and m.status = 'ACTIVE'`,
).as<{ role: StaffRole }>();

/** Whether what goes on for minutes may go on: its session is open, and its member has the role that it began with. */
export async function isStillOpen(
  db: Queryable,
  { id, role }: { id: bigint; role: StaffRole },
  now: Date,
): Promise<boolean> {
  return (await maybeOne(db, openRole, [id, now]))?.role === role;
}
