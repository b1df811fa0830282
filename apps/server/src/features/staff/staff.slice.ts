import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import { sealer } from '../../platform/secrets/sealed.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import type {
  NeededRoles,
  ProposalPorts,
  StaffPorts,
  StaffRole,
  WaitingProposalPort,
} from '../../platform/staff/authority.ts';
import { askPassword } from './ask-password.ts';
import { auditConsole } from './audit.console.ts';
import { readActions } from './audit.store.ts';
import { authorise, authoriseApproval, type Proof } from './authorise.ts';
import { changeCommands } from './changes/change.commands.ts';
import { findAlteredStaff } from './changes/changes.store.ts';
import { ownPasswordCommand } from './changes/own-password.command.ts';
import { setUpCommand } from './changes/set-up.command.ts';
import { readHandled } from './handled.store.ts';
import { cleanUp, cleanUpCrontab, cleanUpJob } from './login/clean-up.ts';
import { countedGuesses } from './login/counted-guess.ts';
import { loginHandlers } from './login/login.handlers.ts';
import type { TerminalProof } from './login/prove-at-terminal.ts';
import { sealPurpose } from './login/prove-member.ts';
import { checkSession } from './login/sessions.ts';
import { isStillOpen } from './open-session.store.ts';
import { permissionsConsole } from './permissions.console.ts';
import { type ProposalCommandDeps, proposalCommands } from './proposal.commands.ts';
import { type ProposalConsoleDeps, proposalsConsole } from './proposals.console.ts';
import { findSameProposal, findWaiting, insertProposal, readOpenProposals } from './proposals.store.ts';
import { type ProposingDeps, proposingConsole } from './propose.console.ts';
import { waitsAlready } from './sentences.zh.ts';
import { foundStaff, recordAudit } from './staff.store.ts';

export { resealStaffApps } from './login/reseal.ts';
export { findStaff, recordAudit } from './staff.store.ts';

export interface StaffDeps extends AnnouncePort {
  database: Database;
  staffReads: Queryable;
  clock: Clock;
  passwords: Passwords;
  pepper: Buffer;
  /** In demo mode a name is taken at its word by commands. */
  isDemo: boolean;
  /** Reads a password at the terminal. */
  ask?: (question: string) => Promise<string>;
  machineTime?: () => Date;
  log: EventLog;
  /** How long sessions of the console live. */
  idleMinutes: number;
  sessionHours: number;
}

export interface NewMember {
  name: string;
  role: StaffRole;
  password: string;
}

export function staffSlice(given: StaffDeps) {
  const { database, passwords, isDemo } = given;
  const proving: TerminalProof & StaffDeps = {
    ...given,
    ask: given.ask ?? askPassword,
    sealer: sealer(given.pepper, sealPurpose),
    machineTime: given.machineTime ?? (() => new Date()),
    countGuess: countedGuesses(given),
  };
  const { ask } = proving;
  const recordRefusedRole = (staff: string) =>
    given.announce(database, {
      kind: 'STAFF_DENIED',
      customerId: null,
      at: given.clock.now(),
      detail: { staff, reason: 'role' },
    });
  const proof: Proof = { recordRefusedRole, ...(isDemo ? { kind: 'none' } : { kind: 'terminal', ...proving }) };
  const ports: StaffPorts & ProposalPorts & WaitingProposalPort = {
    authorise: (needed, names) => authorise(database, proof, needed, names),
    recordAudit,
    findWaiting,
    propose: (proposal) =>
      database.transaction(async (dbTx) => {
        // The request came again, or its answer was lost.
        const same = await findSameProposal(dbTx, proposal);
        if (same !== null) return { id: same };
        const { event, at, action, input, oneOf, reason, authority } = proposal;
        const about = oneOf && { action, option: oneOf, value: String(input[oneOf]) };
        const first = about ? await findWaiting(dbTx, about) : null;
        if (first !== null) return { refused: waitsAlready(first) };
        const refused = (await proposal.refusalBeside?.(dbTx)) ?? null;
        if (refused !== null) return { refused };
        if (event !== undefined) await given.announce(dbTx, { ...event, at });
        const id = await insertProposal(dbTx, proposal);
        const detail = { action };
        await recordAudit(dbTx, { at, authority, action: 'proposal:new', subject: `proposal ${id}`, reason, detail });
        return { id };
      }),
  };
  const consolePorts = { database, recordAudit, recordRefusedRole };
  return {
    ...ports,
    recordRefusedRole,
    readOpenProposals,
    readActions,
    readHandled,
    consoleHandlers: { ...loginHandlers(proving), ...auditConsole({ ...given, recordAudit }) },
    checkStaffSession: checkSession(proving),
    isStillOpen: (session: Parameters<typeof isStillOpen>[1], now: Date) => isStillOpen(database, session, now),
    jobs: { [cleanUpJob]: cleanUp(database, given.clock) },
    crontab: cleanUpCrontab,
    /** One whom a signature of their own proves: no password is asked. */
    findSigner: (needed: NeededRoles, name: string) =>
      authorise(database, { kind: 'none', recordRefusedRole }, needed, { by: name }),
    /** The members of the demo and of tests: the database takes them from no other process. */
    async seedStaff(db: Queryable, members: readonly NewMember[], now: Date): Promise<void> {
      const hashed = members.map(async ({ password, ...one }) => ({
        ...one,
        passwordHash: await passwords.hash(password),
      }));
      await foundStaff(db, await Promise.all(hashed), now);
    },
    /** Each difference between the staff and the audit log. */
    findAlteredStaff: () => findAlteredStaff(database),
    /** Proposals made in the console. */
    proposingConsole: (findHandler: ProposingDeps['findHandler'], context: ProposingDeps['context']) =>
      proposingConsole({ findHandler, context, recordRefusedRole, recordAudit }),
    permissionsConsole,
    /** Decisions on proposals of the actions that `findHandler` knows. */
    proposalCommands: (findHandler: ProposalCommandDeps['findHandler']) =>
      proposalCommands({
        ...ports,
        database,
        findHandler,
        authoriseApproval: (needed, names) => authoriseApproval(database, proof, needed, names),
      }),
    /** The same decisions in the console. */
    proposalsConsole: (ports: Omit<ProposalConsoleDeps, keyof typeof consolePorts>) =>
      proposalsConsole({ ...consolePorts, ...ports }),
    opsCommands: {
      'staff:set-up': setUpCommand({ database, passwords, ask }),
      'staff:password': ownPasswordCommand({ database, passwords, proof: proving }),
      ...changeCommands({ ...ports, database, passwords }),
    },
  };
}
