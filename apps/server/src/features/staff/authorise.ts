import type { Queryable } from '../../platform/db/database.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { Authority, NeededRoles, StaffMember } from '../../platform/staff/authority.ts';
import { findStaff, type StaffRow } from './staff.store.ts';
import { refusalOfStaff } from './staff-roles.ts';

/** How a name proves itself. The demo takes names at their word; elsewhere its password is typed on the terminal. */
export type Proof = {
  /** Writes a refusal to the security log. */
  readonly recordDenied: RecordDenied;
} & ({ kind: 'none' } | { kind: 'password'; passwords: Passwords; ask: (question: string) => Promise<string> });

export type RecordDenied = (name: string, reason: 'password' | 'role') => Promise<void>;

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
  if (refusal) {
    await proof.recordDenied(by.name, 'role');
    return { refusal };
  }
  for (const member of approver ? [by, approver] : [by]) {
    const unproved = await refusalOfProof(proof, member);
    if (unproved) return { refusal: unproved };
  }
  return { by: memberOf(by), approver: approver && memberOf(approver) };
}

/** Who approves what `proposer` proposed, proved and allowed; or in words why not. The proposer proved itself when it proposed. */
export async function authoriseApproval(
  db: Queryable,
  proof: Proof,
  needed: NeededRoles,
  { proposer, name }: { proposer: StaffMember; name: string | undefined },
): Promise<Authority | { refusal: string }> {
  if (!name) return { refusal: 'who does this must be named: --by' };
  const approver = await findStaff(db, name);
  if (!approver) return { refusal: `no staff member is called ${name}` };
  const refusedRole = refusalOfStaff(needed, proposer, approver);
  if (refusedRole) await proof.recordDenied(approver.name, 'role');
  const refusal = refusedRole ?? (await refusalOfProof(proof, approver));
  return refusal ? { refusal } : { by: memberOf(proposer), approver: memberOf(approver) };
}

async function refusalOfProof(proof: Proof, member: StaffRow): Promise<string | null> {
  if (proof.kind === 'none') return null;
  const typed = await proof.ask(`password of ${member.name}: `);
  if (await proof.passwords.verify(member.passwordHash, typed)) return null;
  await proof.recordDenied(member.name, 'password');
  return `that is not the password of ${member.name}`;
}

/** Without the hash: what is passed on can end in a log. */
function memberOf({ id, name, role, status }: StaffMember): StaffMember {
  return { id, name, role, status };
}
