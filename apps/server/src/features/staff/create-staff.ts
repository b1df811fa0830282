import type { Queryable } from '../../platform/db/database.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';
import { insertStaff } from './staff.store.ts';

/** Adds a staff member; false when the name is taken, and nothing changes then. */
export async function createStaff(
  db: Queryable,
  passwords: Passwords,
  member: { name: string; role: StaffRole; password: string; now: Date },
): Promise<boolean> {
  const { name, role, password, now } = member;
  const passwordHash = await passwords.hash(password);
  return (await insertStaff(db, { name, role, passwordHash, now })) !== null;
}
