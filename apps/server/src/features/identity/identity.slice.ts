import type { Clock } from '../../platform/clock/clock.ts';
import { codeScenes } from '../../platform/code-scenes.ts';
import type { CustomerName } from '../../platform/commands/customer-options.ts';
import type { ConsoleImport } from '../../platform/console-import.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { type CheckSession, type OpenSessionRow, validateSession } from '../../platform/http/session.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { GroupPorts } from '../../platform/money-call/group.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { checkLoginPassword } from './change-password.ts';
import { strangersCodesPerDay } from './code-caps.ts';
import { contactCommands } from './contact/contact.commands.ts';
import type { ContactDeps } from './contact/send-contact-codes.ts';
import { countedAttempts } from './counted-attempt.ts';
import { createCustomer, type NewCustomer } from './create-customer.ts';
import { changeFundsPasswordHash, findCustomer, rehashFundsPassword } from './customer.store.ts';
import { changeDetailsCommand } from './details.command.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { endSessionsCommand } from './end-sessions.command.ts';
import { customerStatusCommand, importCustomersCommand } from './identity.commands.ts';
import { identityConsole } from './identity.console.ts';
import { cleanUp, cleanUpCrontab, cleanUpJob } from './identity.jobs.ts';
import { type IdentityRouteDeps, identityRoutes } from './identity.routes.ts';
import { type CustomerColumn, customerColumns, importCustomers, previewCustomers } from './import-customers.ts';
import { namedCustomer } from './named-customer.ts';
import { countGuessesSince, countSentSince, markAllUsed } from './one-time-code.store.ts';
import { allowedGuesses, type CodeGuess, findRightCodes } from './one-time-code.ts';
import { proveCode } from './prove-code.ts';
import { refusedAccess } from './refused-access.ts';
import { seedDemoCredentials } from './seed-demo-credentials.ts';
import { sessionReader } from './session.store.ts';
import { sessionUses } from './session-use.ts';

export interface IdentityDeps
  extends Omit<IdentityRouteDeps, 'countedAttempts' | 'refusedAccess'>,
    StaffPorts,
    ProposalPorts,
    Pick<ContactDeps, 'queueNotices'> {
  clock: Clock;
  log: Pick<EventLog, 'warn'>;
}

export function identitySlice(deps: IdentityDeps) {
  const { database, clock } = deps;
  const uses = sessionUses({ database, idleDays: deps.sessionIdleDays });
  const refused = refusedAccess(deps);
  const readSession = sessionReader(database, deps.log);
  async function checkSessionRow(
    row: OpenSessionRow | null,
    { deviceId, ip, now }: { deviceId: string | null; ip: string; now: Date },
  ): Promise<Session | Refusal> {
    const session = validateSession(row, deviceId, now);
    if (isRefusal(session)) await refused.noteSession(row, deviceId, now);
    else uses.note(session.id, ip, now);
    return session;
  }
  const checkSession: CheckSession = async (tokenHash, caller, now) => {
    if (tokenHash === null) return refuse('sessionExpired');
    return checkSessionRow(await readSession(tokenHash), { ...caller, now });
  };

  const counted = { ...deps, countedAttempts: countedAttempts(deps), refusedAccess: refused };
  return {
    handlers: identityRoutes(counted),
    consoleHandlers: identityConsole(deps),
    /** Null when it is right; counted like a login. */
    checkLoginPassword: (session: Session, password: string) => checkLoginPassword(counted, session, password),
    /** The caller's session behind a token, in one query. */
    checkSession,
    /** For calls that check the session in their own query. */
    checkSessionRow,
    /** Writes the uses of sessions that were gathered; before the process ends. */
    flushSessionUses: uses.flush,
    /** A one-time code, checked now and used up in the transaction of what it allows. */
    proveCode: (guess: CodeGuess & { madeFor?: string }) => proveCode(deps, guess),
    /** For money calls that are carried out in groups. */
    plainCodes: {
      find: async (db, guesses) =>
        (await findRightCodes(db, deps, guesses)).map((code, i) =>
          code?.subject === guesses[i]?.madeFor ? (code?.id ?? null) : null,
        ),
      use: (dbTx, codes) => markAllUsed(dbTx, codes, allowedGuesses),
    } satisfies GroupPorts['plainCodes'],
    /** For the watch over all accounts. */
    async readStrangersCodes(db: Queryable, since: Date) {
      const { asking, elsewhere } = await countGuessesSince(db, since, codeScenes.strangers);
      return {
        sent: await countSentSince(db, since, codeScenes.strangers),
        sentAtMost: strangersCodesPerDay(deps.codesPerDay),
        wrongGuesses: asking + elsewhere,
      };
    },
    /** Of staff, who speak with the customer: each of their codes goes to a contact that its owner may not read. */
    async countWrongGuessesOfStaff(db: Queryable, since: Date) {
      const { asking, elsewhere } = await countGuessesSince(db, since, codeScenes.staff);
      return asking + elsewhere;
    },
    /** A customer without a password; null when the account exists. */
    createCustomer: (db: Queryable, customer: NewCustomer, at = clock.now()): Promise<bigint | null> =>
      createCustomer(db, customer, at),
    findCustomerId: async (db: Queryable, account: string): Promise<bigint | null> =>
      (await findCustomer(db, account))?.id ?? null,
    /** A customer as staff name it, by account or id; null where there is none. */
    findNamedCustomer: async (db: Queryable, name: CustomerName): Promise<{ id: bigint; account: string } | null> =>
      namedCustomer(db, name),
    /** Both passwords at once, for the demo. */
    seedDemoCredentials: (db: Queryable, customerId: bigint, input: { password: string; fundsPassword: string }) =>
      seedDemoCredentials(db, deps.passwords, customerId, input),
    /** Of a customer who reported an event as not their own. */
    async endSessionsOf(dbTx: Transaction, customerId: bigint, now: Date): Promise<void> {
      await endAllSessions(dbTx, deps.announce, { customerId, keep: null, reason: 'reported', now });
    },
    /** For the funds password, which checks and hashes it. */
    changeFundsPasswordHash,
    rehashFundsPassword,
    commands: { 'import:customers': importCustomersCommand },
    importing: {
      columns: customerColumns,
      run: (into, lines, { now }) => importCustomers(into, lines, now),
      preview: previewCustomers,
    } satisfies ConsoleImport<CustomerColumn>,
    opsCommands: {
      'customer:disable': customerStatusCommand(database, 'DISABLED', deps),
      'customer:enable': customerStatusCommand(database, 'ACTIVE', deps),
      'customer:end-sessions': endSessionsCommand(deps),
      'customer:change': changeDetailsCommand(deps),
      ...contactCommands(deps),
    },
    jobs: { [cleanUpJob]: cleanUp(database, clock) },
    crontab: cleanUpCrontab,
  };
}
