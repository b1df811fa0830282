import { maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';

const openRole = query(
  'staff.role-of-open-session',
  `select m.role from staff_session s join staff m on m.id = s.staff_id
   where s.id = $1 and s.expires_at > $2 and m.status = 'ACTIVE'
     and (s.ended_at is null or exists (select from staff_session n
       where n.staff_id = s.staff_id and n.device_hash = s.device_hash and n.created_at = s.ended_at and n.ended_at is null))`,
).as<{ role: StaffRole }>();

/**
 * Whether what goes on for minutes may go on: its session was not ended, and its member has the role that it began with. Who left the desk
 * has ended nothing, and a login on the same device, which replaces the session, takes over what it began.
 */
export async function isStillOpen(
  db: Queryable,
  { id, role }: { id: bigint; role: StaffRole },
  now: Date,
): Promise<boolean> {
  return (await maybeOne(db, openRole, [id, now]))?.role === role;
}
