import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { NeededRoles, ProposalPorts, StaffPorts, StaffRole } from '../../platform/staff/authority.ts';
import { addStaffCommand } from './add-staff.command.ts';
import { askPassword } from './ask-password.ts';
import { authorise, authoriseApproval, type Proof, type RecordDenied } from './authorise.ts';
import { createStaff } from './create-staff.ts';
import { type ProposalCommandDeps, proposalCommands } from './proposal.commands.ts';
import { insertProposal } from './proposals.store.ts';
import { recordAudit } from './staff.store.ts';

export interface StaffDeps {
  /** Writes to the security log what a member was refused. */
  readonly recordDenied: RecordDenied;
  database: Database;
  passwords: Passwords;
  /** In demo mode a name is taken at its word. */
  isDemo: boolean;
  /** Reads a password at the terminal. */
  ask?: (question: string) => Promise<string>;
}

export function staffSlice({ database, passwords, isDemo, recordDenied, ask = askPassword }: StaffDeps) {
  const proof: Proof = { recordDenied, ...(isDemo ? { kind: 'none' } : { kind: 'password', passwords, ask }) };
  const ports: StaffPorts & ProposalPorts = {
    authorise: (needed, names) => authorise(database, proof, needed, names),
    recordAudit,
    propose: (proposal) => insertProposal(database, proposal),
  };
  return {
    ...ports,
    /** One whom a signature of their own proves: no password is asked. */
    findSigner: (needed: NeededRoles, name: string) =>
      authorise(database, { kind: 'none', recordDenied }, needed, { by: name }),
    createStaff: (db: Queryable, member: { name: string; role: StaffRole; password: string; now: Date }) =>
      createStaff(db, passwords, member),
    /** Decisions on proposals of the actions that `findHandler` knows. */
    proposalCommands: (findHandler: ProposalCommandDeps['findHandler']) =>
      proposalCommands({
        ...ports,
        database,
        findHandler,
        authoriseApproval: (needed, names) => authoriseApproval(database, proof, needed, names),
      }),
    opsCommands: { 'staff:add': addStaffCommand({ ...ports, database, passwords, ask }) },
  };
}
