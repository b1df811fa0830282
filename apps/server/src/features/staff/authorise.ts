import type { Queryable } from '../../platform/db/database.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { Authority, NeededRoles, StaffMember } from '../../platform/staff/authority.ts';
import { findStaff } from './staff.store.ts';
import { refusalOfStaff } from './staff-roles.ts';

/** How a name proves itself. The demo takes names at their word; elsewhere its password is typed on the terminal. */
export type Proof =
  | { kind: 'none' }
  | { kind: 'password'; passwords: Passwords; ask: (question: string) => Promise<string> };

/** Who acts and who approves, proved and allowed; or in words why not. */
export async function authorise(
  db: Queryable,
  proof: Proof,
  needed: NeededRoles,
  names: { by?: string | undefined; approvedBy?: string | undefined },
): Promise<Authority | { refusal: string }> {
  if (!names.by) return { refusal: 'who does this must be named: --by' };
  const by = await findStaff(db, names.by);
  if (!by) return { refusal: `no staff member is called ${names.by}` };
  const approver = names.approvedBy ? await findStaff(db, names.approvedBy) : null;
  if (names.approvedBy && !approver) return { refusal: `no staff member is called ${names.approvedBy}` };

  const refusal = refusalOfStaff(needed, by, approver);
  if (refusal) return { refusal };
  for (const member of approver ? [by, approver] : [by]) {
    if (proof.kind === 'none') continue;
    const typed = await proof.ask(`password of ${member.name}: `);
    if (!(await proof.passwords.verify(member.passwordHash, typed))) {
      return { refusal: `that is not the password of ${member.name}` };
    }
  }
  return { by: memberOf(by), approver: approver && memberOf(approver) };
}

/** Without the hash: what is passed on can end in a log. */
function memberOf({ id, name, role, status }: StaffMember): StaffMember {
  return { id, name, role, status };
}
