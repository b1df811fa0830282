import type { Queryable } from '../../platform/db/database.ts';
import type { Authority, NeededRoles, StaffMember } from '../../platform/staff/authority.ts';
import { proveAtTerminal, type TerminalProof } from './login/prove-at-terminal.ts';
import { findStaff, type StaffRow } from './staff.store.ts';
import { refusalOfStaff } from './staff-roles.ts';

/** How a name proves itself. The demo takes names at their word; elsewhere its secrets are typed on the terminal. */
export type Proof = {
  /** Writes to the security log that a member asked for what its role does not have. */
  readonly recordRefusedRole: (name: string) => Promise<void>;
} & ({ kind: 'none' } | ({ kind: 'terminal' } & TerminalProof));

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
    await proof.recordRefusedRole(by.name);
    return { refusal: refusal.en };
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
  if (refusedRole) await proof.recordRefusedRole(approver.name);
  const refusal = refusedRole?.en ?? (await refusalOfProof(proof, approver));
  return refusal ? { refusal } : { by: memberOf(proposer), approver: memberOf(approver) };
}

async function refusalOfProof(proof: Proof, member: StaffRow): Promise<string | null> {
  if (member.initialUntil !== null) return `${member.name} has a first password only: staff:password sets another`;
  if (proof.kind === 'none') return null;
  const proved = await proveAtTerminal(proof, member.name);
  return 'refusal' in proved ? proved.refusal : null;
}

/** Without the hash: what is passed on can end in a log. */
function memberOf({ id, name, role, status }: StaffMember): StaffMember {
  return { id, name, role, status };
}
