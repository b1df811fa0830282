import type { Command } from '../../platform/commands/command.ts';
import { customerOptions, nameOf, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { customerRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { namedCustomer } from './named-customer.ts';

/** Takes no right from the customer, who logs in again: SUPPORT may do it while a thief has the phone. */
export function endSessionsCommand(deps: StaffPorts & AnnouncePort & { database: Database }): Command {
  return staffCommand(deps, customerRoles, {
    group: 'Customers and machines',
    summary: 'Ends every session of a customer, who has to log in again',
    options: customerOptions,
    example: '--account 13800000001 --by support --reason "stolen phone"',
    effects: 'changes',
    run(options, { authority, reason, now }) {
      const name = nameOf(options);
      return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
        const customer = await namedCustomer(dbTx, name);
        if (customer === null) return { refused: noSuchCustomer(name) };
        const { id: customerId } = customer;
        const subject = `customer ${customerId}`;
        const ended = await endAllSessions(dbTx, deps.announce, { customerId, keep: null, reason: 'staff', now });
        const detail = { sessions: ended };
        await deps.recordAudit(dbTx, { at: now, authority, action: 'customer:end-sessions', subject, reason, detail });
        return { done: `${subject}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended` };
      });
    },
  });
}
