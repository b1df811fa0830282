import type { Command } from '../../platform/commands/command.ts';
import { customerOptions, nameOf, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { operatingRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { namedCustomer } from './named-customer.ts';
import { endSessions } from './session.store.ts';

/** Ends the sessions of a customer on every device, whatever the status: disabling alone suspends them. */
export function endSessionsCommand(database: Database, ports: StaffPorts & AnnouncePort): Command {
  return staffCommand(ports, operatingRoles, {
    group: 'Customers and machines',
    summary: 'Ends every session of a customer',
    options: customerOptions,
    example: '--account 13800000001 --by finance --reason "stolen phone"',
    effects: 'changes',
    async run(options, { authority, reason, now }) {
      const name = nameOf(options);
      const ended = await database.transaction(async (dbTx) => {
        const customer = await namedCustomer(dbTx, name);
        if (customer === null) return null;
        const { id } = customer;
        const sessions = await endSessions(dbTx, { customerId: id, keep: null, reason: 'staff', now });
        const detail = { by: 'staff', sessions: String(sessions) };
        if (sessions > 0) await ports.announce(dbTx, { kind: 'SESSION_ENDED', customerId: id, at: now, detail });
        const action = 'customer:end-sessions';
        await ports.recordAudit(dbTx, { at: now, authority, action, subject: `customer ${id}`, reason });
        return sessions;
      });
      if (ended === null) return { refused: noSuchCustomer(name) };
      return { done: `${ended} ${ended === 1 ? 'session' : 'sessions'} ended` };
    },
  });
}
